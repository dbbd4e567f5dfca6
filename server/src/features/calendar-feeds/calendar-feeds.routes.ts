import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { calendarFeedReply, newCalendarFeedReply } from '#shared/contract/calendar-feeds.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { isUnchanged, weakEtag } from '../../http/prepared-answer.ts'
import {
  endOwnFeed,
  endTeamFeed,
  makeOwnFeed,
  makeTeamFeed,
  readCalendar,
  readOwnFeed,
  readTeamFeed,
} from './calendar-feeds.service.ts'

const secretPath = z.object({ secret: z.string() })

export const calendarFeedsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/account/calendar',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'getCalendarAddress',
        summary: 'Get whether you have a calendar address',
        response: { 200: calendarFeedReply },
      },
    },
    request => readOwnFeed(ctx, actorOf(request)),
  )

  app.post(
    '/account/calendar',
    {
      config: { access: 'signedIn', needsSignIn: true },
      schema: {
        operationId: 'createCalendarAddress',
        summary: 'Create your calendar address',
        description:
          'A secret address at which calendar programs read your time off and the holidays. Your earlier address ends. Only this answer has the new one.',
        response: { 201: newCalendarFeedReply },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await makeOwnFeed(ctx, actorOf(request), originOf(request))),
  )

  app.delete(
    '/account/calendar',
    {
      config: { access: 'signedIn', needsSignIn: true },
      schema: {
        operationId: 'deleteCalendarAddress',
        summary: 'End your calendar address',
        description: 'Without an address, this changes nothing.',
        response: { 200: messageReply },
      },
    },
    async request => {
      await endOwnFeed(ctx, actorOf(request))
      return { msg: messages.calendarFeeds.ended }
    },
  )

  app.get(
    '/teams/:id/calendar',
    {
      config: { access: 'teams.edit', codes: ['team_not_found'] },
      schema: {
        operationId: 'getTeamCalendarAddress',
        summary: 'Get whether a team has a calendar address',
        description: "Admins and the team's leads.",
        params: pathId,
        response: { 200: calendarFeedReply },
      },
    },
    request => readTeamFeed(ctx, actorOf(request), request.params.id),
  )

  app.post(
    '/teams/:id/calendar',
    {
      config: { access: 'teams.edit', needsSignIn: true, codes: ['team_not_found'] },
      schema: {
        operationId: 'createTeamCalendarAddress',
        summary: 'Create the calendar address of a team',
        description:
          "Admins and the team's leads. A secret address at which calendar programs read who of the team is off, and the holidays. The team's earlier address ends. Only this answer has the new one. It also ends when the user who made it no longer leads the team, unless this is an admin.",
        params: pathId,
        response: { 201: newCalendarFeedReply },
      },
    },
    async (request, reply) => {
      const { id: teamId } = request.params
      return reply
        .code(201)
        .send(await makeTeamFeed(ctx, actorOf(request), { teamId, origin: originOf(request) }))
    },
  )

  app.delete(
    '/teams/:id/calendar',
    {
      config: { access: 'teams.edit', needsSignIn: true, codes: ['team_not_found'] },
      schema: {
        operationId: 'deleteTeamCalendarAddress',
        summary: 'End the calendar address of a team',
        description: "Admins and the team's leads.",
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      await endTeamFeed(ctx, actorOf(request), request.params.id)
      return { msg: messages.calendarFeeds.ended }
    },
  )

  app.get(
    '/calendar/:secret.ics',
    {
      config: {
        access: 'public',
        hasSecretPath: true,
        codes: ['calendar_address_not_found'],
        sends: 'text/calendar',
      },
      schema: {
        operationId: 'readCalendar',
        summary: 'Read a calendar',
        description:
          'For calendar programs, which need no sign-in: the secret in the address is enough. Time off (names, never kinds or notes) and holidays from 90 days ago to a year ahead, as iCalendar (RFC 5545). With `If-None-Match`, 304 while nothing has changed.',
        params: secretPath,
      },
    },
    async (request, reply) => {
      const calendar = await readCalendar(ctx, request.params.secret)
      const etag = weakEtag(calendar)
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (isUnchanged(request, etag)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(calendar)
    },
  )
}
