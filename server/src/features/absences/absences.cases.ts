import { addDays } from '#shared/dates.ts'
import {
  type BodyFacts,
  type Cases,
  everyRole,
  idOf,
  listOfPerson,
  ownersAnd,
  privateTo,
} from '../../../test/security/cases.ts'

/** Each request gets its own day, because a user's time off can't overlap. */
function timeOffFrom(first: string) {
  return ({ unique }: BodyFacts) => {
    const start_date = addDays(first, unique)
    return { start_date, end_date: start_date, kind: 'sick', note: null }
  }
}

export const cases: Cases = {
  ids: { absences: 'absence' },
  makers: ({ nowAs, unique }) => ({
    absence: async owner => {
      const day = addDays('2040-01-01', unique())
      return idOf(
        await (await nowAs(owner)).post('/api/absences', {
          start_date: day,
          end_date: day,
          kind: 'vacation',
          note: `${privateTo(owner)}note`,
        }),
      )
    },
  }),
  rows: {
    'GET /api/absences': listOfPerson,
    'POST /api/absences': { ...everyRole(201), body: timeOffFrom('2050-01-01') },
    'PUT /api/absences/:id': { ...ownersAnd(200), body: timeOffFrom('2070-01-01') },
    'DELETE /api/absences/:id': ownersAnd(200),
  },
}
