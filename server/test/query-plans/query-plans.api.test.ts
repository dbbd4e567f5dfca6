import type { LogEvent } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { clientId, clientSecret, startIssuer } from '../issuer.ts'
import { isDescription, type LiveRoute, liveRoutes } from '../live-routes.ts'
import { expectRightIndex } from '../search-index.ts'
import { openTestApp, type TestApp } from '../start-test-app.ts'
import { fillTables } from './fill.ts'
import { complaintsAbout, growingTables, type Statement, smallTables } from './plans.ts'
import { walkEveryRoute } from './walk.ts'

// Explains every statement of every call in a database that is large enough for the plan to matter.

const statements = new Map<string, Statement & { route: string }>()
const visited = new Set<string>()
let route: string | undefined
let calls: LiveRoute[] = []
let growing: string[] = []

function log({ query: { sql, parameters } }: LogEvent) {
  const isStatement = /^(select|insert|update|delete|with) /.test(sql)
  if (route && isStatement) statements.set(`${route} ${sql}`, { route, sql, parameters })
}

const issuer = await startIssuer(() => 0)
let testApp: TestApp & { close(): Promise<void> }
beforeAll(async () => {
  // Jobs don't run here, so no mail is sent.
  const mail = {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'reports@example.com',
    PUBLIC_URL: 'https://reports.example.com',
  }
  const provider = {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  }
  testApp = await openTestApp({ log, settings: { EDIT_WINDOW_DAYS: '366', ...mail, ...provider } })
  growing = await growingTables(testApp.db)
  calls = (await liveRoutes(testApp.ctx))
    .filter(each => each.url.startsWith('/api/') && ['GET', 'POST', 'PUT', 'DELETE'].includes(each.method))
    // The API description reads nothing from the database.
    .filter(each => !isDescription(each.url))
  await walkEveryRoute(testApp, await fillTables(testApp.db), calls, async (name, call) => {
    route = name
    const reply = await call()
    route = undefined
    visited.add(name)
    expect(reply.status, `${name}: ${reply.text.slice(0, 200)}`).toBeLessThan(304)
    return reply
  })
}, 300_000)
afterAll(() => testApp?.close())

test('every call of the API was made', async () => {
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.map(({ name }) => name).filter(name => !visited.has(name))).toEqual([])
})

test('every table but the small ones counts as growing', async () => {
  const tables = (await testApp.db.introspection.getTables()).map(table => table.name)
  expect(tables).toEqual(expect.arrayContaining(smallTables))
  expect(growing).toEqual(expect.arrayContaining(['reports', 'report_rows', 'comments', 'notifications']))
})

test('a scan of a growing table is found', async () => {
  const found = await complaintsAbout(testApp.db, growing, {
    sql: "select id from reports where tasks = 'Work' limit 1 offset 5000",
    parameters: [],
  })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/reports/)
})

test('every call keeps the search index as a new build of it makes it', async () => {
  await expectRightIndex(testApp.db)
}, 180_000)

test('no call scans a growing table', async () => {
  expect(statements.size).toBeGreaterThan(100)
  const found: string[] = []
  for (const { route, ...statement } of statements.values()) {
    // A search counts up to a thousand hits, and the record more entries. An export reads 500 at a time.
    const rowsMax = route.startsWith('GET /api/search')
      ? limits.searchCountMax + 1
      : route.startsWith('GET /api/audit')
        ? limits.recordCountMax
        : undefined
    for (const complaint of await complaintsAbout(testApp.db, growing, statement, rowsMax)) {
      found.push(`${route}: ${complaint}\n  ${statement.sql}\n  ${JSON.stringify(statement.parameters)}`)
    }
  }
  expect(found.join('\n')).toBe('')
}, 180_000)
