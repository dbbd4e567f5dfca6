import { expect } from 'vitest'
import type { LiveRoute } from '../live-routes.ts'
import { allCases, prepared } from '../security/all-cases.ts'
import { rowOrFail } from '../security/authorization-matrix.ts'
import { type Row, relations, type Visit } from '../security/cases.ts'
import { queryParameters } from '../security/example-request.ts'
import { requestsTo } from '../security/requests.ts'
import type { Person, TestApp } from '../start-test-app.ts'
import type { fillTables } from './fill.ts'

type Filled = Awaited<ReturnType<typeof fillTables>>
type Filter = Record<string, string>

/**
 * Makes every call of the API, derived from its declaration: as admin, manager and staff, on their own and on others'
 * things, with every combination of its filters. The features' *.cases.ts add what one valid request doesn't show.
 */
export async function walkEveryRoute(
  testApp: TestApp,
  filled: Filled,
  routes: readonly LiveRoute[],
  visit: Visit,
) {
  const { call, cast, newToken } = testApp
  const { requestFor } = await requestsTo(testApp)
  const callers: [Person, 'staff' | 'manager' | 'admin'][] = [
    [cast.dina, 'staff'],
    [cast.max, 'manager'],
    [cast.ada, 'admin'],
  ]
  for (const route of routes) {
    const row = rowOrFail(route)
    for (const [caller, column] of callers) {
      // A manager's reads run the same statements as an admin's; writes can differ.
      if (route.method === 'GET' && column === 'manager') continue
      const codes = [row[column]].flat()
      for (const [index, relation] of relations.entries()) {
        if ((codes[index] ?? 404) >= 300) continue
        const made = await requestFor(route, { ...row, query: '' }, caller, relation)
        // Reads go to the fullest project and to a person with years of reports.
        const url =
          relation === 'others' ? atBigThing(route, row, filled, String(made.url)) : String(made.url)
        // Staff may filter only by themselves.
        const person = column === 'staff' ? caller.id : filled.person
        let token: string | undefined
        for (const filter of filtersOf(route, { ...filled, person })) {
          // Some writes end the sign-in, so each write gets a new one.
          if (token === undefined || route.method !== 'GET') token = await newToken(caller)
          const headers = { ...made.headers, 'x-auth-token': token }
          const query = new URLSearchParams(filter).toString()
          await visit(route.name, () => call({ ...made, url: query ? `${url}?${query}` : url, headers }))
        }
      }
    }
  }
  for (const { name, method, url } of routes) {
    const more = await prepared[name]?.(testApp)
    if (!more) continue
    const { caller = cast.ada, ...request } = more
    const headers = { 'x-auth-token': await newToken(caller) }
    await visit(name, () => call({ method: method as 'GET', url, headers, ...request }))
  }
  for (const { walk } of allCases) await walk?.(testApp, visit)
  expect((await testApp.as(cast.ada).get('/api/auth/me')).status).toBe(200)
}

/** Redirects a read to the thing with the most rows; a write keeps the thing that was made for it. */
function atBigThing({ method, url }: LiveRoute, { thing }: Row, filled: Filled, made: string): string {
  if (method !== 'GET' || (thing !== 'project' && thing !== 'person')) return made
  return url.replace(/:\w+/, String(filled[thing]))
}

/** Every combination of the filters that the call takes. */
function filtersOf(route: LiveRoute, { person, project, newestDay, oldestDay }: Filled): Filter[] {
  const telling: Record<string, string[]> = {
    date: [newestDay],
    startDate: [oldestDay],
    endDate: [newestDay],
    from: [oldestDay],
    to: [newestDay],
    month: [newestDay.slice(0, 7)],
    year: [newestDay.slice(0, 4)],
    userId: [String(person)],
    projectId: [String(project)],
    role: ['designer'],
    status: ['completed'],
    review: ['unreviewed', 'reviewed', 'needs_changes'],
    search: ['number 77', 'crowd 77'],
  }
  const parameters = queryParameters(route).filter(({ name }) => name !== 'page' && name !== 'limit')
  const has = (wanted: string) => queryParameters(route).some(({ name }) => name === wanted)
  const choices = parameters.map(({ name, isRequired, isFlag, example }): Filter[] => [
    ...(isRequired ? [] : [{}]),
    ...(isFlag ? ['true'] : (telling[name] ?? [example])).map(value => ({ [name]: value })),
  ])
  const pages: Filter[] = [{ page: '1' }, { page: '9', limit: '100' }, { page: '100000' }]
  return combinations(...choices, has('page') ? pages : has('limit') ? [{ limit: '100' }] : [{}]).filter(
    // Some filters are only valid together.
    filter => route.schema.querystring?.safeParse(filter).success ?? true,
  )
}

function combinations(...choices: Filter[][]): Filter[] {
  return choices.reduce(
    (combined, options) => combined.flatMap(base => options.map(option => ({ ...base, ...option }))),
    [{}],
  )
}
