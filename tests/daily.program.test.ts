import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt, web } from '../scripts/build.mjs'
import { runToEnd } from './support/programs.ts'

// Runs the command line against a running server, both as users run them.
const root = join(import.meta.dirname, '..')

const buildTimeoutMs = 600_000

let dataDir: string
let server: { url: string; stop: () => void }
let admin: string
let people = 0

/** The local day, which the command line uses. */
const dayOf = (date: Date) => new Intl.DateTimeFormat('sv-SE').format(date)
const today = () => dayOf(new Date())
const yesterday = () => dayOf(new Date(Date.now() - 24 * 3_600_000))

beforeAll(async () => {
  // The server offers the file as a part of the web app.
  await ensureBuilt([web])
  dataDir = mkdtempSync(join(tmpdir(), 'daily-report-daily-'))
  const created = await runToEnd('admin.mjs', ['create', 'ada@example.com', 'Ada Adams'], {
    DATA_DIR: dataDir,
  })
  expect(created.code, created.output).toBe(0)
  server = await startServer()
  const [, password] = /Password: (\S+)/.exec(created.output) ?? []
  admin = (await api('POST', '/auth/login', { email: 'ada@example.com', password })).token
}, buildTimeoutMs)
afterAll(() => {
  server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startServer() {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.mjs')], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, TZ: process.env.TZ, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
      const [, address] = /(?:ready|listens) on (http:\S+)/.exec(output) ?? []
      if (address) resolve(address)
    })
    child.once('exit', code => reject(new Error(`ended with ${code}:\n${output}`)))
  })
  return { url, stop: () => void child.kill('SIGKILL') }
}

async function api(method: string, path: string, body?: object, token?: string) {
  const reply = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { 'x-auth-token': token }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
  const answer: any = await reply.json()
  if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer
}

/** A user with projects, an access token and an empty home. */
async function makeUser({ scope = 'write' } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'daily-report-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const nth = ++people
  const account = { email: `user-${nth}@example.com`, password: 'a long enough password' }
  const input = { ...account, name: `User ${nth}`, role: 'developer', confirmPassword: account.password }
  await api('POST', '/auth/register', input, admin)
  const { token: signIn, user } = await api('POST', '/auth/login', account)
  const projects: Record<string, number> = {}
  for (const name of ['Website', 'Webshop', 'Café']) {
    const project = { name: `${name} ${nth}`, developers: [user.id] }
    projects[name] = (await api('POST', '/projects', project, admin)).id
  }
  const { token } = await api(
    'POST',
    '/account/tokens',
    { name: 'Terminal', scope, expires_in_days: 30 },
    signIn,
  )
  const daily = (args: string[], env: NodeJS.ProcessEnv = {}, input = '') =>
    run(process.execPath, [join(root, 'scripts/daily.mjs'), ...args], home, env, input)
  const own = (method: string, path: string, body?: object) => api(method, path, body, signIn)
  const configure = async (url = server.url) =>
    expect(await daily(['config', url], {}, `${token}\n`)).toMatchObject({ code: 0, errors: '' })
  const reportOf = async (day = today()) => {
    const { reports } = await own('GET', `/reports/me?date=${day}&include_task_details=true`)
    return reports[0]
  }
  const waiting = () => readdirSync(join(home, '.config/daily/rows'))
  return { ...{ configure, daily, home, id: user.id, nth, own, projects, reportOf, token, waiting } }
}

async function run(program: string, args: string[], home: string, env: NodeJS.ProcessEnv, input: string) {
  const child = spawn(program, args, {
    cwd: home,
    env: { PATH: process.env.PATH, TZ: process.env.TZ, HOME: home, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  let [output, errors] = ['', '']
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (errors += chunk))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  // A stack is never printed.
  expect(errors).not.toMatch(/\n\s+at |node:internal/)
  if (code !== 0) expect([errors.trim().split('\n').length, code]).toEqual([1, 1])
  return { code, output, errors }
}

test('every problem is named in one sentence, even before anything is set up', async () => {
  const { daily } = await makeUser()
  for (const [args, sentence] of [
    [['today'], 'This computer has no access token yet. Run: daily config https://your-server'],
    [['send'], 'This computer has no access token yet.'],
    [['missing'], 'This computer has no access token yet.'],
    [['report'], 'There is no command "report". See: daily --help'],
    [['today', 'now'], '"now" is too much here. See: daily --help'],
    [['today', '-p', 'Website'], 'Only "daily add" takes -p.'],
    [['add', '--hours', '2'], "Unknown option '--hours'. See: daily --help"],
    [['add'], 'Say what and how long'],
    [['add', 'Login', 'page', '1h30', '-p', 'Website'], 'Say what and how long, each in quotes'],
    [['add', ' ', '1h30', '-p', 'Website'], 'Say what and how long'],
    [['add', 'Login page', 'soon', '-p', 'Website'], '"soon" are no hours. Write 1h30, 1:30, 1.30 or 90m.'],
    [['add', 'Login page', '0', '-p', 'Website'], '"0" are no hours.'],
    [['add', 'Login page', '25h', '-p', 'Website'], 'Hours cannot exceed 24'],
    [['add', 'Login page', '1.75', '-p', 'Website'], '1.75 is not hours.minutes. 1 h 45 min is 1.45.\n'],
    [['add', 'Login page', '0,9', '-p', 'Website'], '0.9 is not hours.minutes. 54 min is 0.54.\n'],
    [['add', 'Login page', '1h30'], 'Say for which project: -p Website'],
    [['remove', '1'], 'Say the number of a row'],
    [['config'], 'Say where your server is: daily config https://reports.example.com'],
    [['config', 'ftp://reports.example.com'], 'Say where your server is'],
    [['config', 'https://ada:secret@reports.example.com'], 'Say where your server is'],
  ] as const)
    expect([args, await daily([...args])]).toEqual([
      args,
      { code: 1, output: '', errors: expect.stringContaining(sentence) },
    ])
  for (const args of [[], ['--help'], ['-h'], ['help'], ['add', '--help']])
    expect(await daily(args)).toEqual({
      code: 0,
      output: expect.stringContaining('daily add "Login page" 1h30 -p Website'),
      errors: '',
    })
})

test('a token is stored once the server has accepted it, and only its user may read it', async () => {
  const { daily, home, token, nth } = await makeUser()
  const config = join(home, '.config/daily/config.json')
  const refusals: [url: string, token: string, sentence: string][] = [
    [server.url, '', 'No access token was given.'],
    [server.url, 'password', 'That is no access token: it begins with "drt_".'],
    [server.url, `drt_${'a'.repeat(46)}`, 'Token is not valid: run "daily config" with a valid token.'],
    ['http://127.0.0.1:1', token, "http://127.0.0.1:1 can't be reached"],
  ]
  for (const [url, given, sentence] of refusals) {
    const reply = await daily(['config', url], {}, given && `${given}\n`)
    expect(reply).toEqual({ code: 1, output: '', errors: expect.stringContaining(sentence) })
    expect(() => statSync(config)).toThrow('ENOENT')
  }
  const reply = await daily(['config', `${server.url}/some/page`], { DAILY_TOKEN: token })
  expect(reply).toMatchObject({ code: 0, errors: '' })
  expect(reply.output).toContain(`You are User ${nth} on ${server.url}.`)
  expect(reply.output).not.toContain(token)
  expect(statSync(config).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, '.config/daily')).mode & 0o777).toBe(0o700)
  expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({ url: server.url, token })
  const path = join(home, 'elsewhere')
  await daily(['config', server.url], { DAILY_TOKEN: token, XDG_CONFIG_HOME: path })
  expect(statSync(join(path, 'daily/config.json')).mode & 0o777).toBe(0o600)
})

test('a token in DAILY_TOKEN is used instead of the stored one', async () => {
  const { configure, daily, id, nth, token } = await makeUser({ scope: 'read' })
  await configure()
  await daily(['add', 'A row', '1h', '-p', `Website ${nth}`])
  expect((await daily(['send'])).errors).toContain('This token can only read')
  const other = await makeUser()
  expect((await daily(['today'], { DAILY_TOKEN: other.token })).code).toBe(0)
  await api('DELETE', `/users/${id}/tokens`, undefined, admin)
  expect((await daily(['today'])).errors).toContain('Token is not valid')
  expect((await daily(['today'], { DAILY_TOKEN: `${other.token}\n` })).code).toBe(0)
  expect((await daily(['today'], { DAILY_TOKEN: token })).code).toBe(1)
})

test('rows are stored locally and become a report; later rows are added to it, and its texts stay', async () => {
  const { configure, daily, nth, own, projects, reportOf, waiting } = await makeUser()
  expect(await daily(['add', 'Found the bug', '1h30', '-p', `website ${nth}`])).toMatchObject({ code: 0 })
  const added = await daily(['add', 'Mended it', '45m', '--project', `CAFE\u0301 ${nth}`])
  expect(added.output).toBe(`Added: Mended it, 45 min, CAFE\u0301 ${nth}. "daily send" submits it.\n`)
  await daily(['add', 'A mistake', '2h', '-p', 'Website'])
  await configure()
  expect((await daily(['today'])).output).toContain(
    `${today()}: not reported yet\nWaits here:\n  1. Found the bug`,
  )
  expect((await daily(['remove', '3'])).output).toBe('Removed: A mistake, 2 h, Website\n')
  expect(await daily(['send'])).toEqual({
    code: 0,
    output: `The report of ${today()} is submitted: 2 h 15 min.\n`,
    errors: '',
  })
  expect(waiting()).toEqual([])
  expect(await reportOf()).toMatchObject({
    tasks: 'Found the bug\nMended it',
    hours_worked: 2.15,
    task_details: [
      { task_description: 'Found the bug', hours: 1.3, project_id: projects.Website },
      { task_description: 'Mended it', hours: 0.45, project_id: projects.Café },
    ],
  })
  const { id, task_details } = await reportOf()
  await own('PUT', `/reports/${id}`, {
    ...{ date: today(), tasks: 'Bugs', blockers: 'A key', tomorrow_plan: 'More bugs' },
    task_details: task_details.map((row: { task_description: string }) => ({
      ...row,
      description: row.task_description,
    })),
  })
  // Adding the same row again makes another row.
  await daily(['add', 'Mended it', '0:45', '-p', `Café ${nth}`])
  expect((await daily(['send'])).output).toBe(
    `You had reported ${today()} already: 1 row was added to that report, which is now 3 h.\n`,
  )
  expect(await reportOf()).toMatchObject({
    ...{ tasks: 'Bugs\nMended it', blockers: 'A key', tomorrow_plan: 'More bugs', is_edited: true },
    task_details: [{}, {}, { task_description: 'Mended it', hours: 0.45 }],
  })
  expect((await daily(['today'])).output).toContain(`${today()}: reported, 3 h\n  Found the bug, 1 h 30 min`)
  expect((await daily(['send'])).errors).toContain(`No row of ${today()} waits.`)
})

test('rows that the server refuses stay stored', async () => {
  const { configure, daily, nth, reportOf, waiting } = await makeUser()
  await configure()
  const refused = async (project: string, sentence: string) => {
    await daily(['add', 'Work', '1h', '-p', project])
    const { code, errors } = await daily(['send'])
    expect([code, errors]).toEqual([1, expect.stringContaining(sentence)])
    expect(waiting()).toHaveLength(1)
    await daily(['remove', '1'])
  }
  await refused('Web', 'Several of your projects begin with "Web".')
  await refused('Moon', `You have no project "Moon". Yours: Café ${nth}, Webshop ${nth}, Website ${nth}.`)
  for (const text of ['Work', 'Long '.repeat(600)]) await daily(['add', text, '1h', '-p', 'Café'])
  const { errors } = await daily(['send'])
  expect([errors, waiting().length]).toEqual([expect.stringContaining('must be at most 2,000 characters'), 2])
  expect(await reportOf()).toBeUndefined()
})

test('a token that can only read, and one that was deleted, lose no row', async () => {
  const { configure, daily, nth, own, waiting } = await makeUser({ scope: 'read' })
  await configure()
  await daily(['add', 'Work', '1h', '-p', `Website ${nth}`])
  expect(await daily(['send'])).toMatchObject({ code: 1, errors: 'This token can only read\n' })
  const [{ id }] = await own('GET', '/account/tokens')
  await own('DELETE', `/account/tokens/${id}`)
  expect((await daily(['send'])).errors).toContain(
    'Token is not valid: run "daily config" with a valid token.',
  )
  expect(waiting()).toHaveLength(1)
})

/** A proxy in front of the server that loses the answers of these calls once, after the server has made them. */
async function startLosing(lost: RegExp) {
  let left = 1
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url, headers } = request
    const reply = await fetch(`${server.url}${url}`, {
      method,
      headers: {
        authorization: String(headers.authorization),
        ...(chunks.length > 0 && { 'content-type': 'application/json' }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const text = await reply.text()
    if (lost.test(`${method} ${url}`) && left-- > 0) return response.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test.each([
  ['POST', /^POST .*reports$/],
  ['PUT', /^PUT .*reports/],
])('a lost response to a %s neither loses rows nor adds them twice', async (method, lost) => {
  const { configure, daily, nth, reportOf, waiting } = await makeUser()
  await configure(await startLosing(lost))
  const project = `Website ${nth}`
  if (method === 'PUT') {
    await daily(['add', 'Work', '1h', '-p', project])
    expect(await daily(['send'])).toMatchObject({ code: 0 })
  }
  for (const text of ['Work', 'Meeting']) await daily(['add', text, '1h', '-p', project])
  expect((await daily(['send'])).errors).toContain("can't be reached")
  expect(waiting()).toHaveLength(2)
  // This row was typed afterwards, and equals one that has arrived.
  await daily(['add', 'Meeting', '1h', '-p', project])
  expect(await daily(['send'])).toMatchObject({ code: 0, errors: '' })
  expect(waiting()).toEqual([])
  const texts = (await reportOf()).task_details.map(
    (row: { task_description: string }) => row.task_description,
  )
  expect(texts).toEqual([...(method === 'PUT' ? ['Work'] : []), 'Work', 'Meeting', 'Meeting'])
})

test('two processes that send at once send every row once, and rows that are typed meanwhile wait', async () => {
  const { configure, daily, nth, reportOf, waiting } = await makeUser()
  await configure()
  await Promise.all(['one', 'two', 'three'].map(text => daily(['add', text, '1h', '-p', `Website ${nth}`])))
  const [first, second, more] = await Promise.all([
    daily(['send']),
    daily(['send']),
    daily(['add', 'four', '1h', '-p', `Website ${nth}`]),
  ])
  expect(more.code).toBe(0)
  expect([first.code, second.code]).toContain(0)
  if (waiting().length > 0) expect(await daily(['send'])).toMatchObject({ code: 0 })
  const texts = (await reportOf()).task_details.map(
    (row: { task_description: string }) => row.task_description,
  )
  expect(texts.sort()).toEqual(['four', 'one', 'three', 'two'])
})

test('rows of an earlier day are named and sent by their date', async () => {
  const { configure, daily, home, nth, reportOf, waiting } = await makeUser()
  await configure()
  await daily(['add', 'Late', '1h', '-p', `Website ${nth}`])
  const [name = ''] = waiting()
  const file = join(home, '.config/daily/rows', name)
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), date: yesterday() }))
  expect((await daily(['send'])).errors).toContain(
    `Rows of ${yesterday()} wait too: daily send ${yesterday()}`,
  )
  expect((await daily(['today'])).output).toContain(`1. ${yesterday()}: Late, 1 h`)
  expect((await daily(['send', yesterday()])).output).toContain(
    `The report of ${yesterday()} is submitted: 1 h.`,
  )
  expect(await reportOf(yesterday())).toMatchObject({ tasks: 'Late' })
  expect(await reportOf()).toBeUndefined()
})

test('"missing" prints the days that the app names, and "today" what the form offers', async () => {
  const { configure, daily, id, nth, own, projects } = await makeUser()
  await configure()
  expect((await daily(['missing'])).output).toBe('No day is missing.\n')
  const database = new DatabaseSync(join(dataDir, 'daily-report.db'))
  const created = new Date(Date.now() - 20 * 24 * 3_600_000).toISOString()
  database.prepare('update users set created_at = ? where id = ?').run(created, id)
  database.close()
  const { days } = await own('GET', '/reports/missed')
  expect(days.length).toBeGreaterThan(0)
  expect((await daily(['missing'])).output).toBe(`${days.join('\n')}\n`)

  const task = { title: 'Draw \u001b[31mit', project_id: projects.Website, assigned_to: id }
  await api('POST', '/tasks', { ...task, task_details: 'All of it', expected_hours: 2 }, admin)
  const item = { title: 'Answer a ticket', url: 'https://tickets.example/1', at: new Date().toISOString() }
  const items = [
    { ...item, external_id: '1' },
    { ...item, title: 'Review the design', external_id: '2', project_id: projects.Website },
  ]
  await own('POST', '/activity', { items })
  const { output } = await daily(['today'])
  expect(output).toContain(`From your work:\n  Review the design, Website ${nth}\n  Answer a ticket\n`)
  // The control character was removed, because a terminal would interpret it.
  expect(output).toContain(`Open tasks:\n  Draw [31mit, Website ${nth}\n`)
})

/** The blocks of a section of the document: commands, and what they print. "…" stands for any text. */
function examplesOf(section: string) {
  const document = readFileSync(join(root, 'docs/integrations.md'), 'utf8')
  const [, text = ''] = document.split(`## ${section}\n`)
  const blocks = text.split('\n## ')[0]?.matchAll(/```(sh|text)\n(.*?)```/gs) ?? []
  return [...blocks].map(([, kind, content = '']) => ({ kind, lines: content.trim().split('\n') }))
}

/** Fails unless the text has the shown lines in their order, where "…" may be any lines. */
function expectShown(text: string, shown: string[]) {
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = shown
    .map(line => (line === '…' ? '[^]*' : literal(line).replaceAll('…', '.*')))
    .join('\\s*')
  expect(text).toMatch(new RegExp(`^${pattern}\\s*$`))
}

test('the commands in docs/integrations.md do what it says', async () => {
  const { home, token, reportOf } = await makeUser()
  const [setUp, commands, shown] = examplesOf('Command line')
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const shell = (commands: string[] = []) =>
    run('sh', ['-ec', commands.join('\n')], home, { PATH: path, APP: server.url }, `${token}\n`)
  expect(await shell(setUp?.lines)).toMatchObject({ code: 0 })
  expect(readFileSync(join(home, 'daily.mjs'))).toEqual(readFileSync(join(root, 'scripts/daily.mjs')))
  const { code, output, errors } = await shell(commands?.lines)
  expect([code, errors]).toEqual([0, ''])
  expectShown(output, shown?.lines ?? [])
  expect(await reportOf()).toMatchObject({ tasks: 'Login page', hours_worked: 1.3 })
})

test('a redirect is not followed, so that the token goes to no other server', async () => {
  const { daily, token } = await makeUser()
  let redirected = 0
  const other = createServer((_request, response) => {
    redirected++
    response.end('{}')
  })
  const redirecting = createServer((_request, response) => {
    const { port } = other.address() as AddressInfo
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()
  })
  for (const one of [other, redirecting]) {
    await new Promise<void>(resolve => one.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void one.close())
  }
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
  const reply = await daily(['config', url], { DAILY_TOKEN: token })
  expect(reply.errors).toContain('Run "daily config" with the final URL.')
  expect(redirected).toBe(0)
})
