import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import {
  holidayInput,
  holidayReply,
  holidaysInput,
  importedHolidaysReply,
  settingsInput,
  settingsReply,
} from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { addHoliday, importHolidays, removeHoliday } from './holidays.service.ts'
import { readSettings, updateSettings } from './settings.service.ts'

export const settingsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/settings',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'getSettings',
        summary: "Get the organization's settings",
        description: 'With its holidays, the earliest first.',
        response: { 200: settingsReply },
      },
    },
    async request => {
      const settings = await readSettings(ctx)
      return can(actorOf(request), 'settings.manage') ? settings : { ...settings, unreadable_second_steps: 0 }
    },
  )

  app.put(
    '/settings',
    {
      config: {
        access: 'settings.manage',
        codes: ['own_second_step_missing'],
        needsSignInTo: 'change `manager_scope` or `second_step`',
      },
      schema: {
        operationId: 'updateSettings',
        summary: "Update the organization's settings",
        description:
          "Takes any of the fields. Absent ones don't change. Time zone and working days apply from today on; past days keep their state. Who requires a second step must have one.",
        body: settingsInput,
        response: { 200: settingsReply },
      },
    },
    request => updateSettings(ctx, actorOf(request), request.body),
  )

  app.post(
    '/holidays',
    {
      config: { access: 'settings.manage', codes: ['holiday_exists', 'too_many_holidays'] },
      schema: {
        operationId: 'addHoliday',
        summary: 'Add a holiday',
        description: 'No reports are expected on a holiday.',
        body: holidayInput,
        response: { 201: holidayReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return addHoliday(ctx, actorOf(request), request.body)
    },
  )

  app.post(
    '/holidays/import',
    {
      config: { access: 'settings.manage', codes: ['too_many_holidays'] },
      schema: {
        operationId: 'importHolidays',
        summary: 'Add several holidays',
        description:
          "Adds all of them, or none if one isn't valid. Dates that are already a holiday keep their name.",
        body: holidaysInput,
        response: { 201: importedHolidaysReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return importHolidays(ctx, actorOf(request), request.body)
    },
  )

  app.delete(
    '/holidays/:id',
    {
      config: { access: 'settings.manage', codes: ['holiday_not_found'] },
      schema: {
        operationId: 'deleteHoliday',
        summary: 'Delete a holiday',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => ({
      msg: messages.settings.holidayDeleted(await removeHoliday(ctx, actorOf(request), request.params.id)),
    }),
  )
}
