import { type Cases, everyRole } from '../../../test/security/cases.ts'

export const cases: Cases = {
  rows: {
    'GET /api/search': { ...everyRole(200), query: 'q=login' },
    'GET /api/search/quick': { ...everyRole(200), query: 'q=login&of=names' },
  },
  // Words that everything has, words that little has, and names of which there are too many to compare.
  walk: async ({ as, cast }, visit) => {
    for (const q of [
      'work',
      'wo',
      'work design',
      'done',
      'task',
      'number 7',
      'person crowd 7',
      'p',
      'crowd@example.com',
    ])
      for (const person of [cast.ada, cast.dina]) {
        await visit('GET /api/search', () => as(person).get(`/api/search?q=${q}`))
        await visit('GET /api/search/quick', () => as(person).get(`/api/search/quick?q=${q}&of=names`))
        await visit('GET /api/search/quick', () => as(person).get(`/api/search/quick?q=${q}&of=texts`))
      }
  },
}
