import { type Cases, everyRole, found, type Who } from '../../../test/security/cases.ts'

const unknown = 'A'.repeat(43)
const leadsAndAdmins = (code: number): Who => ({
  staff: 403,
  manager: [code, 403, 404],
  admin: [code, code, 404],
})

export const cases: Cases = {
  ids: { calendar: 'calendarSecret' },
  // A secret is not an id of a thing: one that isn't known is refused for every caller.
  fixed: { calendarSecret: () => ({ own: unknown, others: unknown, missing: unknown }) },
  rows: {
    'GET /api/calendar/:secret.ics': everyRole([404, 404, 404]),
    'GET /api/teams/:id/calendar': { ...leadsAndAdmins(200), admin: found },
    'POST /api/teams/:id/calendar': leadsAndAdmins(201),
    'DELETE /api/teams/:id/calendar': leadsAndAdmins(200),
  },
  prepared: {
    'GET /api/calendar/:secret.ics': async ({ as, cast }) => ({
      url: new URL((await as(cast.ada).post('/api/account/calendar')).body.address).pathname,
    }),
  },
}
