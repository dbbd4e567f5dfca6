import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from './start-test-app.ts'
import { startReceiver } from './webhook-receiver.ts'

// This runs the curl commands of docs/integrations.md against a server, section by section and in their order, as an admin
// with an access token does. Those of the command line need the built program: tests/daily.program.test.ts.

const receiver = await startReceiver()
const { app, as, cast, clock, ctx, make } = await startTestApp({ settings: { OUTGOING_ALLOW: '127.0.0.1' } })
const run = promisify(execFile)

const document = readFileSync(new URL('../../docs/integrations.md', import.meta.url), 'utf8')
const sections = document.split(/^## /m).slice(1)
const sectionOf = (name: string) => sections.find(section => section.startsWith(`${name}\n`)) ?? ''
const blocksOf = (section: string, kind: string) =>
  [...section.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, of, text = '']) => (of === kind ? [text] : []))
const titleOf = (section: string) => section.split('\n', 1)[0] ?? ''
const tried = sections
  .filter(section => blocksOf(section, 'sh').some(block => block.includes('curl')))
  .map(titleOf)
  .filter(title => title !== 'Command line')

let env: NodeJS.ProcessEnv
let today: string

beforeAll(async () => {
  // The examples have the time at which they run.
  clock.set(new Date().toISOString())
  ctx.config.timeZone = 'UTC'
  today = clock.now().toISOString().slice(0, 10)
  const project = await make.project({ name: 'Website' })
  // What an admin adds in Settings.
  const webhook = { name: 'Script', url: receiver.url('/hook'), events: ['report.submitted'] }
  expect((await as(cast.ada).post('/api/webhooks', webhook)).status).toBe(201)
  const source = { name: 'Website on GitHub', kind: 'github', project_id: project.id }
  expect((await as(cast.ada).post('/api/activity-sources', source)).status).toBe(201)
  const input = { name: 'Document', scope: 'write', expires_in_days: 30 }
  const token = (await as(cast.ada).post('/api/account/tokens', input)).body.token
  const { address } = (await as(cast.dina).post('/api/account/calendar')).body
  await as(cast.dina).post('/api/absences', { start_date: today, end_date: today, kind: 'sick' })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  env = { ...process.env, APP: url, TOKEN: token, CALENDAR: new URL(new URL(address).pathname, url).href }
})

/** Runs the commands of a section in one shell, which ends with the first one that is refused. */
async function runSection(title: string): Promise<string> {
  const commands = blocksOf(sectionOf(title), 'sh').join('\n')
  const script = `set -e\ncurl() { command curl --fail-with-body "$@"; echo; }\n${commands}`
  const { stdout } = await run('sh', ['-c', script], { env })
  return stdout
}

test('its sections are in the order in which a reader needs them', () => {
  const expected = ['Access tokens', 'Webhooks', 'Activity', 'Calendars', 'Assistants', 'Command line']
  expect(sections.map(titleOf).filter(title => expected.includes(title))).toEqual(expected)
  expect(tried).toEqual(expect.arrayContaining(expected.slice(0, -1)))
})

test('every command of every section succeeds', async () => {
  const output = new Map<string, string>()
  for (const title of tried) output.set(title, await runSection(title))
  expect(output.get('Assistants')).toMatch(/"name":"my_day".*"name":"save_report_draft"/s)
  expect(output.get('Access tokens')).toContain('"name":"Ada Admin"')
  expect(output.get('Webhooks')).toMatch(/"events":\["report.submitted","blocker.opened"\].*"status":200/s)
  expect(output.get('Activity')).toMatch(/"last_event_at":null.*\{"created":1,"skipped":0\}/s)
  const [shown = ''] = blocksOf(sectionOf('Calendars'), 'text')
  const pattern = shown
    .trim()
    .split('\n')
    .map(line => (line === '…' ? '[^]*' : line))
    .join('\\s*')
  expect(output.get('Calendars')?.trim()).toMatch(new RegExp(`^${pattern}$`))
  const { body } = await as(cast.ada).get(`/api/reports/suggestions?date=${today}`)
  expect(body.activity).toMatchObject([{ title: 'Answer the ticket about invoices' }])
})

test('a receiver that checks the signature as the document does accepts what arrives, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-document-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'is-signed.mjs')
  writeFileSync(file, blocksOf(sectionOf('Webhooks'), 'js').join('\n'))
  const { isSigned } = await import(file)
  // A signature is valid for five minutes of the receiver's time, which is the machine's.
  clock.set(new Date().toISOString())
  const input = { name: 'Signed', url: receiver.url('/signed'), events: ['report.submitted'] }
  const { id, secret } = (await as(cast.ada).post('/api/webhooks', input)).body
  await as(cast.ada).post(`/api/webhooks/${id}/test`)
  const renewed = (await as(cast.ada).post(`/api/webhooks/${id}/secret`)).body.secret
  await as(cast.ada).post(`/api/webhooks/${id}/test`)
  const [first, second] = receiver.at('/signed')
  for (const [key, call, accepted] of [
    [secret, first, true],
    [secret, second, true],
    [renewed, second, true],
    [renewed, first, false],
    [secret, first && { ...first, body: `${first.body} ` }, false],
  ] as const)
    expect(isSigned(key, call?.headers, call?.body)).toBe(accepted)
})
