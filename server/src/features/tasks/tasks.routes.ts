import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import {
  oneTaskReply,
  taskEditInput,
  taskInput,
  taskLogQuery,
  taskLogReply,
  taskPageReply,
  taskStatsReply,
  taskStatusInput,
  tasksQuery,
} from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import {
  createTask,
  deleteTask,
  editTask,
  listTasks,
  readTask,
  readTaskLog,
  taskStats,
  updateTaskStatus,
} from './tasks.service.ts'

export const tasksRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/tasks',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'listTasks',
        summary: 'List tasks',
        description: 'Newest first. Reviewers see all tasks, other users their own.',
        querystring: tasksQuery,
        response: { 200: taskPageReply },
      },
    },
    request => listTasks(ctx, actorOf(request), request.query),
  )

  app.get(
    '/tasks/project/:id',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'listProjectTasks',
        summary: "List a project's tasks",
        description: 'Newest first. Reviewers see all tasks, other users their own.',
        params: pathId,
        querystring: tasksQuery,
        response: { 200: taskPageReply },
      },
    },
    request => listTasks(ctx, actorOf(request), request.query, request.params.id),
  )

  app.get(
    '/tasks/stats/summary',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'getTaskStats',
        summary: 'Count tasks by status',
        description: 'Reviewers count all tasks, other users their own.',
        response: { 200: taskStatsReply },
      },
    },
    async request => ({ data: await taskStats(ctx, actorOf(request)) }),
  )

  app.get(
    '/tasks/:id',
    {
      config: { access: 'task.read', codes: ['task_not_found'] },
      schema: {
        operationId: 'getTask',
        summary: 'Get a task',
        params: pathId,
        response: { 200: oneTaskReply },
      },
    },
    async request => ({ data: await readTask(ctx, actorOf(request), request.params.id) }),
  )

  app.get(
    '/tasks/:id/log',
    {
      config: { access: 'task.read', codes: ['task_not_found'], heavyRead: 'list' },
      schema: {
        operationId: 'listTaskLog',
        summary: 'List the time logged on a task',
        description:
          'The rows of reports that name it, newest first. Reviewers see all of them, other users their own.',
        params: pathId,
        querystring: taskLogQuery,
        response: { 200: taskLogReply },
      },
    },
    request => readTaskLog(ctx, actorOf(request), request.params.id, request.query),
  )

  app.post(
    '/tasks',
    {
      config: { access: 'task.manage', codes: ['project_missing', 'assignee_missing'] },
      schema: {
        operationId: 'createTask',
        summary: 'Create a task',
        body: taskInput,
        response: { 201: oneTaskReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return { data: await createTask(ctx, actorOf(request), request.body) }
    },
  )

  app.put(
    '/tasks/:id',
    {
      config: { access: 'task.manage', codes: ['task_not_found', 'project_missing', 'assignee_missing'] },
      schema: {
        operationId: 'updateTask',
        summary: 'Update a task',
        params: pathId,
        body: taskEditInput,
        response: { 200: oneTaskReply },
      },
    },
    async request => ({ data: await editTask(ctx, actorOf(request), request.params.id, request.body) }),
  )

  app.post(
    '/tasks/:id/status',
    {
      config: { access: 'task.updateStatus', codes: ['task_not_found', 'task_completed'] },
      schema: {
        operationId: 'updateTaskStatus',
        summary: "Update a task's status",
        description: 'Completing a task needs `actual_hours`. A completed task is final here.',
        params: pathId,
        body: taskStatusInput,
        response: { 200: oneTaskReply },
      },
    },
    async request => ({
      data: await updateTaskStatus(ctx, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/tasks/:id',
    {
      config: { access: 'task.manage', codes: ['task_not_found'] },
      schema: {
        operationId: 'deleteTask',
        summary: 'Delete a task',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => ({
      msg: messages.tasks.deleted(await deleteTask(ctx, actorOf(request), request.params.id)),
    }),
  )
}
