import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId, teamPersonPath } from '#shared/contract/fields.ts'
import {
  teamDetailsReply,
  teamEditInput,
  teamInput,
  teamPageReply,
  teamPeopleInput,
  teamReply,
  teamsQuery,
} from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import {
  addLeads,
  addMembers,
  createTeam,
  deleteTeam,
  editTeam,
  listTeams,
  readTeam,
  removeLead,
  removeMember,
} from './teams.service.ts'

/** They decide whom a limited manager sees. */
const needsSignInTo = 'change the leads or members of a team while managers see only their teams'

export const teamsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/teams',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'listTeams',
        summary: 'List teams',
        description:
          'By name. Reviewers get all teams, or with `mine` those that they lead or belong to. Staff get those that they belong to.',
        querystring: teamsQuery,
        response: { 200: teamPageReply },
      },
    },
    request => listTeams(ctx, actorOf(request), request.query),
  )

  app.post(
    '/teams',
    {
      config: {
        access: 'teams.create',
        codes: ['team_exists', 'team_person_missing', 'cannot_lead'],
        needsSignInTo,
      },
      schema: {
        operationId: 'createTeam',
        summary: 'Create a team',
        description: 'A manager who names no leads becomes the lead.',
        body: teamInput,
        response: { 201: teamReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return createTeam(ctx, actorOf(request), request.body)
    },
  )

  app.get(
    '/teams/:id',
    {
      config: { access: 'teams.read', codes: ['team_not_found'], heavyRead: 'list' },
      schema: {
        operationId: 'getTeam',
        summary: 'Get a team with its members',
        params: pathId,
        response: { 200: teamDetailsReply },
      },
    },
    request => readTeam(ctx, actorOf(request), request.params.id),
  )

  app.put(
    '/teams/:id',
    {
      config: { access: 'teams.edit', codes: ['team_not_found', 'team_exists'] },
      schema: {
        operationId: 'updateTeam',
        summary: 'Update a team',
        description: "Admins and the team's leads. Absent fields don't change.",
        params: pathId,
        body: teamEditInput,
        response: { 200: teamReply },
      },
    },
    request => editTeam(ctx, actorOf(request), request.params.id, request.body),
  )

  app.delete(
    '/teams/:id',
    {
      config: { access: 'teams.edit', codes: ['team_not_found'] },
      schema: {
        operationId: 'deleteTeam',
        summary: 'Delete a team',
        description: "Admins and the team's leads. The people and all that they wrote stay.",
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => ({
      msg: messages.teams.deleted((await deleteTeam(ctx, actorOf(request), request.params.id)).name),
    }),
  )

  app.post(
    '/teams/:id/members',
    {
      config: {
        access: 'teams.edit',
        codes: ['team_not_found', 'user_not_found', 'team_full'],
        needsSignInTo,
      },
      schema: {
        operationId: 'addTeamMembers',
        summary: 'Add people to a team',
        description: "Admins and the team's leads. People who are in the team already stay in it.",
        params: pathId,
        body: teamPeopleInput,
        response: { 200: teamReply },
      },
    },
    request => addMembers(ctx, actorOf(request), request.params.id, request.body.user_ids),
  )

  app.delete(
    '/teams/:id/members/:userId',
    {
      config: { access: 'teams.edit', codes: ['team_not_found', 'team_member_not_found'], needsSignInTo },
      schema: {
        operationId: 'removeTeamMember',
        summary: 'Remove a person from a team',
        description: "Admins and the team's leads.",
        params: teamPersonPath,
        response: { 200: teamReply },
      },
    },
    request => removeMember(ctx, actorOf(request), request.params.id, request.params.userId),
  )

  app.post(
    '/teams/:id/leads',
    {
      config: {
        access: 'teams.edit',
        codes: ['team_not_found', 'user_not_found', 'cannot_lead', 'too_many_leads'],
        needsSignInTo,
      },
      schema: {
        operationId: 'addTeamLeads',
        summary: 'Add leads to a team',
        description: "Admins and the team's leads. Only admins and managers lead teams.",
        params: pathId,
        body: teamPeopleInput,
        response: { 200: teamReply },
      },
    },
    request => addLeads(ctx, actorOf(request), request.params.id, request.body.user_ids),
  )

  app.delete(
    '/teams/:id/leads/:userId',
    {
      config: { access: 'teams.edit', codes: ['team_not_found', 'team_lead_not_found'], needsSignInTo },
      schema: {
        operationId: 'removeTeamLead',
        summary: 'Remove a lead from a team',
        description: "Admins and the team's leads.",
        params: teamPersonPath,
        response: { 200: teamReply },
      },
    },
    request => removeLead(ctx, actorOf(request), request.params.id, request.params.userId),
  )
}
