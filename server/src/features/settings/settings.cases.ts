import { addDays } from '#shared/dates.ts'
import { adminsOnly, type Cases, idOf, teamOnly } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { holidays: 'holiday' },
  makers: ({ keeper, nowAs, unique }) => ({
    holiday: async () =>
      idOf(
        await (await nowAs(await keeper())).post('/api/holidays', {
          date: addDays('2040-01-01', unique()),
          name: `${teamOnly}holiday`,
        }),
      ),
  }),
  rows: {
    // Each request needs its own date, because a day can have only one holiday.
    'POST /api/holidays': {
      ...adminsOnly(201),
      body: ({ unique }) => ({ date: addDays('2030-01-01', unique), name: 'Holiday' }),
    },
  },
}
