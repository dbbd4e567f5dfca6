import { expect } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { LiveRoute } from '../live-routes.ts'
import { allCases, mergeCases, prepared } from '../security/all-cases.ts'
import { rowOrFail } from '../security/authorization-matrix.ts'
import { type Row, relations, type Visit } from '../security/cases.ts'
import { queryParameters } from '../security/example-request.ts'
import { requestsTo } from '../security/requests.ts'
import type { Person, TestApp } from '../start-test-app.ts'
import { testEngine } from '../test-database.ts'
import type { fillTables } from './fill.ts'

const shortPeriods = mergeCases(cases => cases.shortPeriods)

type Filled = Awaited<ReturnType<typeof fillTables>>
type Filter = Record<string, string>
type Requests = Awaited<ReturnType<typeof requestsTo>>

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
    const { caller = cast.ada, headers = {}, ...request } = more
    const sent = { method: method as 'GET', url, ...request }
    const token = await newToken(caller)
    await visit(name, () => call({ ...sent, headers: { ...headers, 'x-auth-token': token } }))
  }
  for (const { walk } of allCases) await walk?.(testApp, visit)
  await readAsLimitedManager(testApp, requestFor, filled, routes, visit)
  expect((await testApp.as(cast.ada).get('/api/auth/me')).status).toBe(200)
}

/**
 * Makes all calls that read as a manager who is limited to a team of two people with years of reports: each list and sum is
 * about these two then, and no stored count knows them. Reading all of their own rows stays below the limit.
 */
async function readAsLimitedManager(
  { as, call, cast, newToken }: TestApp,
  requestFor: Requests['requestFor'],
  filled: Filled,
  routes: readonly LiveRoute[],
  visit: Visit,
) {
  const member_ids = [filled.person, filled.person + 1]
  const team = { name: 'A few', lead_ids: [cast.max.id], member_ids }
  const { id: teamId } = (await as(cast.ada).post('/api/teams', team)).body
  await as(cast.ada).put('/api/settings', { manager_scope: 'teams' })
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const row = rowOrFail(route)
    if (([row.manager].flat()[0] ?? 404) >= 300) continue
    const { url, ...made } = await requestFor(route, { ...row, query: '' }, cast.max, 'own')
    const path = atBigThing(route, row, filled, String(url))
    const headers = { ...made.headers, 'x-auth-token': await newToken(cast.max) }
    for (const filter of filtersOf(route, { ...filled, teamId })) {
      // With so few rows, PostgreSQL reads the reports of the project and leaves out those of other people.
      if (testEngine() !== 'sqlite' && 'projectId' in filter) continue
      const query = new URLSearchParams(filter).toString()
      await visit(route.name, () => call({ ...made, url: query ? `${path}?${query}` : path, headers }))
    }
  }
  await as(cast.ada).put('/api/settings', { manager_scope: 'everyone' })
}

/** Redirects a read to the thing with the most rows; a write keeps the thing that was made for it. */
function atBigThing({ method, url }: LiveRoute, { thing }: Row, filled: Filled, made: string): string {
  if (method !== 'GET' || (thing !== 'project' && thing !== 'person')) return made
  return url.replace(/:\w+/, String(filled[thing]))
}

/** Every combination of the filters that the call takes. */
function filtersOf(
  route: LiveRoute,
  { person, project, newestDay, oldestDay, teamId }: Filled & { teamId?: number },
): Filter[] {
  const telling: Record<string, string[]> = {
    date: [newestDay],
    startDate: [oldestDay],
    endDate: [newestDay],
    from: [route.name in shortPeriods ? addDays(newestDay, 1 - (shortPeriods[route.name] ?? 1)) : oldestDay],
    to: [newestDay],
    month: [newestDay.slice(0, 7)],
    year: [newestDay.slice(0, 4)],
    userId: [String(person)],
    projectId: [String(project)],
    role: ['designer'],
    status: ['completed'],
    review: ['unreviewed', 'reviewed', 'needs_changes'],
    format: ['csv', 'xlsx', 'jsonl'],
    search: ['number 77', 'crowd 77'],
    teamId: teamId === undefined ? [] : [String(teamId)],
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
