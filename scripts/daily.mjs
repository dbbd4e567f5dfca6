#!/usr/bin/env node
// The command line of Daily Report App: one file, for Node 20 or later. The server offers it at /daily.mjs.
// Each row is stored in a file until the server has confirmed it, so that nothing typed is lost, whatever fails.

import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const help = `Daily Report App on the command line.

  daily config https://reports.example.com   asks for an access token and stores it (from Your account)
  daily today                                what is reported, what waits here, and what you could report
  daily add "Login page" 1h30 -p Website     adds a row to today's report; it stays on this computer until you send it
  daily remove 2                             removes a row that waits here
  daily send                                 submits today's report from these rows, or adds them to it
  daily send 2026-03-09                      the same for the rows of an earlier day
  daily missing                              days without a report

Hours: 1h30, 1:30, 1.30, 90m or 2h. "daily config" reads the token from standard input or DAILY_TOKEN; all other
commands use DAILY_TOKEN instead of the stored one if it is set.
`

/** The message is printed without a stack. */
class Failure extends Error {}

// ── Files ──

const folder = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'daily')
const configFile = join(folder, 'config.json')
const rowsFolder = join(folder, 'rows')

/**
 * Writes a file that only this user may read. It is renamed into place, so that it is never incomplete.
 * @param {string} file
 * @param {object} content
 */
function write(file, content) {
  mkdirSync(rowsFolder, { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomUUID()}.tmp`
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, file)
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new Failure(`${file} can't be read: ${textOf(error)}`)
  }
}

/** @returns {{ url: string, token: string }} */
function readConfig() {
  const config = read(configFile)
  if (!config?.url || !config.token)
    throw new Failure('This computer has no access token yet. Run: daily config https://your-server')
  return { url: config.url, token: process.env.DAILY_TOKEN?.trim() || config.token }
}

/**
 * A row that waits to be sent. `tried` means that it was sent, but not whether the server has stored it.
 * @typedef {{ file: string, date: string, description: string, hours: string, project: string, tried?: boolean }} Row
 */

/** @returns {Row[]} */
function readRows() {
  let names
  try {
    names = readdirSync(rowsFolder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
  return names
    .filter(name => name.endsWith('.json'))
    .sort()
    .flatMap(name => {
      const row = read(join(rowsFolder, name))
      return row ? [{ ...row, file: name }] : []
    })
}

/** @param {Row} row */
const store = ({ file, ...row }) => write(join(rowsFolder, file), row)
/** @param {Row} row */
const deleteRow = ({ file }) => rmSync(join(rowsFolder, file), { force: true })

/**
 * Runs the work under a lock, because two processes would send the same rows twice.
 * @param {() => Promise<void>} work
 */
async function withLock(work) {
  const lock = join(folder, 'sending')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const pid = Number(readFileSync(lock, 'utf8'))
    if (isRunning(pid)) throw new Failure('Another "daily send" is still running.')
    rmSync(lock, { force: true })
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

// ── The server ──

/** The server has refused the call, so it has changed nothing. */
class Refused extends Failure {
  /** @param {string} message @param {number} status @param {string} code */
  constructor(message, status, code) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * @param {{ url: string, token: string }} config
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call({ url, token }, method, path, body) {
  /** @type {Response} */
  let response
  let text
  try {
    response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect is not followed, because it could send the token to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    })
    text = await response.text()
  } catch (error) {
    throw new Failure(`${url} can't be reached: ${textOf(error)}`)
  }
  if (response.status >= 300 && response.status < 400)
    throw new Failure(
      `${url} redirects to ${response.headers.get('location')}. Run "daily config" with the final URL.`,
    )
  const answer = parseJson(text)
  if (answer === undefined)
    throw new Failure(`${url} doesn't answer like Daily Report App (${response.status}).`)
  if (response.ok) return answer
  const details = Object.values(answer.errors ?? {}).filter(detail => detail !== answer.msg)
  const message = [answer.msg ?? `The server answered ${response.status}.`, ...details].join(' ')
  if (response.status === 401)
    throw new Refused(
      `${message.replace(/[.]$/, '')}: run "daily config" with a valid token.`,
      401,
      answer.code,
    )
  throw response.status < 500 ? new Refused(message, response.status, answer.code) : new Failure(message)
}

/** @param {string} text */
function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// ── Hours ──

const digits = '\\d{0,9}'
const hourWord = 'h[ours]*'
const minuteWord = 'm[inutes]*'
const plainNotation = new RegExp(`^(${digits})(?:[.,](${digits}))? ?(${hourWord})?$`)
const clockNotation = new RegExp(`^(${digits}) ?: ?(${digits})(?: ?: ?(${digits}))? ?(?:${hourWord})?$`)
const wordNotation = new RegExp(`^(${digits}) ?(?:${hourWord}| ) ?(${digits}) ?(?:${minuteWord})?$`)
const minutesNotation = new RegExp(`^(\\d{1,9}) ?${minuteWord}$`)

/** @param {number} minutes */
const hoursText = minutes => `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`

/**
 * Reads hours as the report form does: "1h30", "1:30" and "90m" are "1.30", which means 1 h 30 min. Undefined for other
 * texts. A test compares it with the form.
 * @param {string} text
 */
export function readHours(text) {
  const written = text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (written.length > 40) return undefined
  const plain = plainNotation.exec(written)
  if (plain) {
    const [, whole = '', part = '', unit] = plain
    if (part) return `${whole}.${part}`
    return unit && whole ? hoursText(Number(whole) * 60) : whole
  }
  const onlyMinutes = minutesNotation.exec(written)
  if (onlyMinutes) return hoursText(Number(onlyMinutes[1]))
  const parts = clockNotation.exec(written) ?? wordNotation.exec(written)
  if (!parts) return undefined
  const [, hours = '', minutes = '', seconds = ''] = parts
  if (hours + minutes === '') return ''
  return hoursText(Number(hours) * 60 + Number(minutes) + Math.round(Number(seconds) / 60))
}

/**
 * The minutes of hour.minutes, or undefined: "1.3" is 1 h 30 min.
 * @param {string | number} hours
 */
export function minutesOf(hours) {
  const [, whole = '', part = ''] = /^(\d{0,9})(?:\.(\d{0,2}))?$/.exec(String(hours)) ?? []
  return whole + part === '' ? undefined : Number(whole) * 60 + Number(part.padEnd(2, '0'))
}

/**
 * The minutes that hours mean as a decimal if they can't be hour.minutes: 105 for "1.75". Undefined for other hours.
 * @param {string} hours
 */
export function decimalMinutes(hours) {
  const [, part = ''] = hours.split('.')
  return Number(part.padEnd(2, '0')) < 60 ? undefined : Math.round(Number(hours) * 60)
}

/** @param {number} minutes */
function formatMinutes(minutes) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours ? [`${hours} h`] : []), ...(rest || !hours ? [`${rest} min`] : [])].join(' ')
}

/** @param {string | number} hours */
const formatHours = hours => formatMinutes(minutesOf(hours) ?? 0)

// ── Commands ──

/** Today where this computer is. */
function localDay() {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
}

/** @param {Row} row */
const formatRow = ({ description, hours, project }) => `${description}, ${formatHours(hours)}, ${project}`

/** @param {string[]} args */
async function configure([given = '', ...rest]) {
  const url = parseUrl(given)
  if (!url || rest.length > 0)
    throw new Failure('Say where your server is: daily config https://reports.example.com')
  const token = (process.env.DAILY_TOKEN ?? (await askForToken())).trim()
  if (!/^drt_\w+$/.test(token))
    throw new Failure('That is no access token: it begins with "drt_". Create one in Your account.')
  const config = { url, token }
  const me = await call(config, 'GET', '/auth/me')
  write(configFile, config)
  print(`You are ${me.name} on ${url}. The token is stored in ${configFile}.`)
}

/** @param {string} text */
function parseUrl(text) {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, origin } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password ? origin : undefined
}

/** @returns {Promise<string>} */
function askForToken() {
  const isTyped = Boolean(process.stdin.isTTY)
  if (isTyped) process.stderr.write('Access token (not shown): ')
  // The terminal must not show the typed token.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const input = createInterface({ input: process.stdin, output: nowhere, terminal: isTyped })
  return new Promise((resolve, reject) => {
    input.once('line', line => {
      resolve(line)
      input.close()
    })
    input.once('SIGINT', () => input.close())
    input.once('close', () => {
      if (isTyped) process.stderr.write('\n')
      reject(new Failure('No access token was given.'))
    })
  })
}

/** @param {string[]} args */
async function today([...rest]) {
  refuseFurtherArguments(rest)
  const [config, day, rows] = [readConfig(), localDay(), readRows()]
  const [{ reports }, suggestions] = await Promise.all([
    call(config, 'GET', `/reports/me?date=${day}&include_task_details=true`),
    call(config, 'GET', `/reports/suggestions?date=${day}`),
  ])
  const [report] = reports
  if (report) {
    print(`${day}: reported, ${formatHours(report.hours_worked)}`)
    for (const row of report.task_details ?? [])
      print(`  ${row.task_description}, ${formatHours(row.hours)}, ${row.project_name}`)
  } else print(`${day}: not reported yet`)
  list(
    'Waits here',
    rows.map((row, index) => `${index + 1}. ${row.date === day ? '' : `${row.date}: `}${formatRow(row)}`),
  )
  list('Planned', suggestions.plan?.lines ?? [])
  list(
    'Open tasks',
    suggestions.tasks.map(/** @param {any} task */ task => `${task.title}, ${task.project_name}`),
  )
  list(
    'From your work',
    // Servers of earlier versions don't send `activity`.
    (suggestions.activity ?? []).map(
      /** @param {any} row */ row => [row.title, row.project_name].filter(Boolean).join(', '),
    ),
  )
  list(
    'You often report',
    suggestions.recent.map(/** @param {any} row */ row => `${row.description}, ${row.project_name}`),
  )
}

/** @param {string} title @param {string[]} lines */
function list(title, lines) {
  if (lines.length === 0) return
  print(`${title}:`)
  for (const line of lines) print(`  ${line}`)
}

/** @param {string[]} args @param {string | undefined} project */
function add([text = '', hours, ...rest], project) {
  const description = text.trim()
  if (!description || hours === undefined || rest.length > 0)
    throw new Failure(
      'Say what and how long, each in quotes if it has spaces: daily add "Login page" 1h30 -p Website',
    )
  const read = readHours(hours)
  const minutes = read === undefined ? undefined : minutesOf(read)
  if (read === undefined || !minutes)
    throw new Failure(`"${hours}" are no hours. Write 1h30, 1:30, 1.30 or 90m.`)
  const decimal = decimalMinutes(read)
  if (decimal !== undefined)
    throw new Failure(`${read} is not hours.minutes. ${formatMinutes(decimal)} is ${hoursText(decimal)}.`)
  if (minutes > 24 * 60) throw new Failure('Hours cannot exceed 24')
  if (!project?.trim()) throw new Failure('Say for which project: -p Website')
  const file = `${new Date().toISOString().replaceAll(':', '')}-${randomUUID()}.json`
  const row = { file, date: localDay(), description, hours: hoursText(minutes), project: project.trim() }
  store(row)
  print(`Added: ${formatRow(row)}. "daily send" submits it.`)
}

/** @param {string[]} args */
function remove([given = '', ...rest]) {
  const row = /^[1-9]\d*$/.test(given) && rest.length === 0 ? readRows()[Number(given) - 1] : undefined
  if (!row) throw new Failure('Say the number of a row that "daily today" lists under "Waits here".')
  deleteRow(row)
  print(`Removed: ${formatRow(row)}`)
}

/** @param {string[]} args */
async function send([day = localDay(), ...rest]) {
  refuseFurtherArguments(rest)
  const config = readConfig()
  await withLock(async () => {
    const all = readRows()
    const rows = all.filter(({ date }) => date === day)
    const others = [...new Set(all.map(({ date }) => date))].filter(date => date !== day)
    const hint = others.map(date => ` Rows of ${date} wait too: daily send ${date}`).join('')
    if (rows.length === 0)
      throw new Failure(`No row of ${day} waits. Add one: daily add "Login page" 1h30 -p Website${hint}`)
    const projects = await call(config, 'GET', '/projects/me')
    const details = rows.map(row => ({
      row,
      detail: { description: row.description, hours: row.hours, project_id: findProject(projects, row).id },
    }))
    const done = await submitOrEdit(config, day, details).catch(async error => {
      // The report was submitted elsewhere meanwhile.
      if (error instanceof Refused && error.code === 'report_exists')
        return submitOrEdit(config, day, details)
      throw error
    })
    for (const row of rows) deleteRow(row)
    print(`${done}${hint}`)
  })
}

/** @typedef {{ row: Row, detail: { description: string, hours: string, project_id: number } }} Sent */

/**
 * @param {{ url: string, token: string }} config
 * @param {string} date
 * @param {Sent[]} sent
 */
async function submitOrEdit(config, date, sent) {
  const { reports } = await call(config, 'GET', `/reports/me?date=${date}`)
  const lines = sent.map(({ detail }) => detail.description)
  if (reports.length === 0) {
    const body = { date, tasks: lines.join('\n'), task_details: sent.map(({ detail }) => detail) }
    const { report } = await whileMarkedAsTried(sent, () => call(config, 'POST', '/reports', body))
    return `The report of ${date} is submitted: ${formatHours(report.hours_worked)}.`
  }
  // Texts in lists can be shortened, those of a single report never are.
  const { report } = await call(config, 'GET', `/reports/${reports[0].id}?include_task_details=true`)
  // An edit replaces all rows, so it is refused if they are unknown.
  if (!Array.isArray(report.task_details))
    throw new Failure(`The report of ${date} came without its rows, so it was left as it is.`)
  const missing = withoutArrived(sent, report.task_details)
  if (missing.length === 0)
    return `The report of ${date} has these rows already: ${formatHours(report.hours_worked)}.`
  const kept = report.task_details.map(
    /** @param {any} row */ row => ({
      description: row.task_description,
      hours: row.hours,
      project_id: row.project_id,
      task_id: row.task_id,
    }),
  )
  const { tasks, blockers, tomorrow_plan, project_id } = report
  const body = {
    ...{ date, blockers, tomorrow_plan, project_id },
    tasks: [tasks, ...missing.map(({ detail }) => detail.description)].join('\n'),
    task_details: [...kept, ...missing.map(({ detail }) => detail)],
  }
  const edited = await whileMarkedAsTried(missing, () => call(config, 'PUT', `/reports/${report.id}`, body))
  const count = missing.length === 1 ? '1 row was' : `${missing.length} rows were`
  return `You had reported ${date} already: ${count} added to that report, which is now ${formatHours(edited.report.hours_worked)}.`
}

/**
 * Marks the rows while it is unknown whether the server has them, so that they aren't added twice.
 * @template T
 * @param {Sent[]} sent
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function whileMarkedAsTried(sent, work) {
  for (const { row } of sent) store({ ...row, tried: true })
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) for (const { row } of sent) store({ ...row, tried: false })
    throw error
  }
}

/**
 * Leaves out rows that an earlier try has stored although its response was lost.
 * @param {Sent[]} sent
 * @param {{ task_description: string, hours: number, project_id: number }[]} stored
 */
function withoutArrived(sent, stored) {
  const left = [...stored]
  return sent.filter(({ row, detail }) => {
    if (!row.tried) return true
    const index = left.findIndex(
      other =>
        other.task_description === detail.description &&
        minutesOf(other.hours) === minutesOf(detail.hours) &&
        other.project_id === detail.project_id,
    )
    if (index < 0) return true
    left.splice(index, 1)
    return false
  })
}

/**
 * Finds a project by its name, ignoring case, or by the beginning of its name if only one project begins with it.
 * @param {{ id: number, name: string }[]} projects
 * @param {Row} row
 */
function findProject(projects, { project }) {
  const key = keyOf(project)
  const beginning = projects.filter(({ name }) => keyOf(name).startsWith(key))
  const found =
    projects.find(({ name }) => keyOf(name) === key) ?? (beginning.length === 1 ? beginning[0] : undefined)
  if (found) return found
  const names = projects.map(({ name }) => name).join(', ') || 'none'
  const problem =
    beginning.length > 1
      ? `Several of your projects begin with "${project}"`
      : `You have no project "${project}"`
  throw new Failure(`${problem}. Yours: ${names}. Remove the row with "daily remove" and add it again.`)
}

/** @param {string} name */
const keyOf = name => name.normalize('NFC').toLowerCase()

/** @param {string[]} args */
async function missing([...rest]) {
  refuseFurtherArguments(rest)
  const { days, reminders } = await call(readConfig(), 'GET', '/reports/missed')
  print(days.length === 0 ? 'No day is missing.' : days.join('\n'))
  for (const { date, name } of reminders) print(`${name} asked for the report of ${date}.`)
}

// ── The program ──

/** @param {string[]} rest */
function refuseFurtherArguments(rest) {
  if (rest.length > 0) throw new Failure(`"${rest[0]}" is too much here. See: daily --help`)
}

/**
 * Removes control characters, which a terminal would interpret: other users write the titles of tasks.
 * @param {string} text
 */
const plain = text => text.replace(/(?!\n)\p{Cc}/gu, '')

/** @param {string} text */
const print = text => console.log(plain(text))

/** @param {unknown} error */
const codeOf = error => /** @type {{ code?: string }} */ (error)?.code

/** @param {unknown} error */
function textOf(error) {
  const { cause, message } = /** @type {Error & { cause?: Error }} */ (error)
  return (cause?.message || codeOf(cause) || message).split('\n', 1)[0] ?? ''
}

/** @param {string[]} args */
async function main(args) {
  const { values, positionals } = parse(args)
  const [command, ...rest] = positionals
  if (values.help || command === undefined || command === 'help') return void process.stdout.write(help)
  if (values.project !== undefined && command !== 'add')
    throw new Failure('Only "daily add" takes -p. See: daily --help')
  switch (command) {
    case 'config':
      return configure(rest)
    case 'today':
      return today(rest)
    case 'add':
      return add(rest, values.project)
    case 'remove':
      return remove(rest)
    case 'send':
      return send(rest)
    case 'missing':
      return missing(rest)
  }
  throw new Failure(`There is no command "${command}". See: daily --help`)
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, project: { type: 'string', short: 'p' } },
    })
  } catch (error) {
    throw new Failure(`${textOf(error).split('. ', 1)[0]}. See: daily --help`)
  }
}

const isProgram = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isProgram)
  main(process.argv.slice(2)).catch(error => {
    console.error(plain(error instanceof Failure ? error.message : `That failed: ${textOf(error)}`))
    process.exitCode = 1
  })
