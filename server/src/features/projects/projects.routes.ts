import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import { projectInput, projectReply, projectsQuery, projectsReply } from '#shared/contract/projects.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import {
  createProject,
  deleteProject,
  editProject,
  listOwnProjects,
  listProjects,
  listProjectsOfUser,
  readProject,
} from './projects.service.ts'

export const projectsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/projects',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'listProjects',
        summary: 'List projects',
        querystring: projectsQuery,
        response: { 200: projectsReply },
      },
    },
    request => listProjects(ctx, actorOf(request), request.query.search),
  )

  app.get(
    '/projects/me',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'listMyProjects',
        summary: 'List your projects',
        querystring: projectsQuery,
        response: { 200: projectsReply },
      },
    },
    request => listOwnProjects(ctx, actorOf(request), request.query.search),
  )

  app.get(
    '/projects/user/:id',
    {
      config: { access: 'project.listOfUser', codes: ['user_not_found'], heavyRead: 'list' },
      schema: {
        operationId: 'listUserProjects',
        summary: "List a user's projects",
        params: pathId,
        querystring: projectsQuery,
        response: { 200: projectsReply },
      },
    },
    request => listProjectsOfUser(ctx, actorOf(request), request.params.id, request.query.search),
  )

  app.get(
    '/projects/:id',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'getProject',
        summary: 'Get a project',
        params: pathId,
        response: { 200: projectReply },
      },
    },
    request => readProject(ctx, actorOf(request), request.params.id),
  )

  app.post(
    '/projects',
    {
      config: { access: 'project.manage', codes: ['project_exists', 'member_missing'] },
      schema: {
        operationId: 'createProject',
        summary: 'Create a project',
        body: projectInput,
        response: { 201: projectReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return createProject(ctx, actorOf(request), request.body)
    },
  )

  app.put(
    '/projects/:id',
    {
      config: { access: 'project.manage', codes: ['project_exists', 'member_missing'] },
      schema: {
        operationId: 'updateProject',
        summary: 'Update a project',
        params: pathId,
        body: projectInput,
        response: { 200: projectReply },
      },
    },
    request => editProject(ctx, actorOf(request), request.params.id, request.body),
  )

  app.delete(
    '/projects/:id',
    {
      config: { access: 'project.manage' },
      schema: {
        operationId: 'deleteProject',
        summary: 'Delete a project',
        description: 'Reported hours stay; the files are deleted.',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => ({
      msg: messages.projects.deleted(await deleteProject(ctx, actorOf(request), request.params.id)),
    }),
  )
}
