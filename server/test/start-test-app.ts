import { rmSync } from 'node:fs'
import type { FastifyServerOptions, InjectOptions, onSendHookHandler, RouteOptions } from 'fastify'
import type { LogConfig } from 'kysely'
import { afterAll, expect } from 'vitest'
import { type Failure, failureReply } from '#shared/contract/errors.ts'
import { type Clock, toInstant } from '#shared/dates.ts'
import { failureCodes, failureKind } from '#shared/failure-codes.ts'
import type { Role } from '#shared/roles.ts'
import { matchesCode } from '../../shared/test/code-of.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { WritingLimits } from '../src/context.ts'
import { migrate } from '../src/db/migrate.ts'
import { byCommand } from '../src/events/event.ts'
import { callCodes } from '../src/http/call-codes.ts'
import type { OverloadOptions } from '../src/http/plugins/overload.ts'
import { createAccount, insertAccount } from '../src/identity/accounts.ts'
import { createPasswords } from '../src/identity/passwords.ts'
import { openSignIn } from '../src/identity/sign-ins.ts'
import { contextOn, metricsFor } from '../src/startup/open-context.ts'
import { createTestFileStore } from './file-stores.ts'
import { cheapCost, hashCheaply, makerOf } from './make.ts'
import { createTestDatabase, testEngine } from './test-database.ts'
import { createTestFolder } from './test-folder.ts'

export type Person = { id: number; name: string; email: string; role: Role; password: string }

export type Reply = {
  status: number
  headers: Record<string, unknown>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  /** The number of times it was moved. */
  moves = 0
  #now: Date
  constructor(now = '2026-03-10T09:00:00.000Z') {
    this.#now = new Date(now)
  }
  now() {
    return new Date(this.#now)
  }
  set(now: string) {
    this.moves++
    this.#now = new Date(now)
  }
  advance({ minutes = 0, seconds = 0 }: { minutes?: number; seconds?: number }) {
    this.set(toInstant(this.#now.getTime() + minutes * 60_000 + seconds * 1000))
  }
}

type Options = {
  /** Environment variables. */
  settings?: Record<string, string>
  webRoot?: string
  logger?: FastifyServerOptions['logger']
  overload?: OverloadOptions
  slowestBodyMs?: number
  /** Receives every statement. */
  log?: LogConfig
  /** False leaves the database without accounts, as on a first start. */
  withCast?: boolean
  /** True for tests that compare the time of a hash, or in which requests have to wait for hashes. */
  withCostlyHashes?: boolean
  /** Lower than in production, where a test would have to write 100 MB. */
  writing?: WritingLimits
}

const castOf: [key: string, name: string, role: Role][] = [
  ['ada', 'Ada Admin', 'admin'],
  ['max', 'Max Manager', 'manager'],
  ['dina', 'Dina Developer', 'developer'],
  ['omar', 'Omar Developer', 'developer'],
  ['desi', 'Desi Designer', 'designer'],
  ['mark', 'Mark Marketing', 'marketing'],
]
export type Cast = Record<'ada' | 'max' | 'dina' | 'omar' | 'desi' | 'mark', Person>

// On a busy machine a hundred costly hashes take longer than the production limit, which passwords.test.ts tests.
const maxWaitMs = 600_000

/** Passwords of an instance, hashed as in production or cheaply. */
export const testPasswords = (isCostly = false) =>
  createPasswords(isCostly ? { maxWaitMs } : { cost: cheapCost })

/** The real app on its own empty database, called over injected HTTP. One per test file. */
export async function startTestApp(options: Options = {}) {
  const { close, ...testApp } = await openTestApp(options)
  afterAll(close)
  return testApp
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** The same for a test that needs several apps; the caller closes each. */
export async function openTestApp({
  settings = {},
  webRoot,
  logger,
  overload = { maxWorkMs: 60_000 },
  slowestBodyMs,
  log,
  withCast = true,
  withCostlyHashes = false,
  writing,
}: Options = {}) {
  const database = await createTestDatabase(testEngine(), { fromTemplate: true })
  const clock = new TestClock()
  const dataDir = createTestFolder('daily-report-data-')
  const files = await createTestFileStore(dataDir)
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...files.settings, ...settings })
  const metrics = await metricsFor(config)
  const db = database.open(log ?? metrics?.queryLog)
  if (!database.isMigrated) await migrate(db)
  const ctx = await contextOn(db, config, {
    clock,
    metrics,
    passwords: testPasswords(withCostlyHashes),
    ...(writing && { writing }),
  })
  const undeclared: string[] = []
  const app = await buildApp(ctx, {
    onRoute: collectUndeclaredCodes(undeclared),
    ...(webRoot && { webRoot }),
    ...(logger && { logger }),
    // Other tests load the machine, and that must not refuse these requests.
    overload,
    ...(slowestBodyMs && { slowestBodyMs }),
  })
  const close = async () => {
    await app.close()
    ctx.mailer.close()
    await db.destroy()
    await database.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }

  const cast = {} as Cast
  if (withCast) {
    for (const [key, name, role] of castOf) {
      const account = { name, email: `${key}@example.com`, password: `${key}-password`, role }
      const insertWith = (hash: string) =>
        db.transaction().execute(trx => insertAccount(ctx, trx, byCommand, account, hash))
      const { id } = withCostlyHashes
        ? await createAccount(ctx, account)
        : await insertWith(await hashCheaply(account.password))
      cast[key as keyof Cast] = { id, ...account }
    }
  }

  async function call(options: InjectOptions): Promise<Reply> {
    const reply = await app.inject(options)
    expect(undeclared.splice(0), 'codes that the route does not declare (config.codes)').toEqual([])
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: jsonOf(reply.body) }
  }

  /** Signs in with the password, as the login page does. */
  async function signIn(person: Pick<Person, 'email' | 'password'>, remoteAddress?: string): Promise<string> {
    const payload = { email: person.email, password: person.password }
    const reply = await call({
      method: 'POST',
      url: '/api/auth/login',
      payload,
      ...(remoteAddress && { remoteAddress }),
    })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.token
  }

  /** Opens a sign-in without the password, because checking it would cost a hash. */
  function newToken({ id }: { id: number }): Promise<string> {
    return db.transaction().execute(trx => openSignIn(ctx, trx, id))
  }

  // The key contains the clock's moves because a moved clock may have ended sign-ins.
  const tokens = new Map<string, Promise<string>>()
  function tokenOf(person: Person): Promise<string> {
    const key = `${person.id} ${clock.moves}`
    const token = tokens.get(key) ?? newToken(person)
    tokens.set(key, token)
    return token
  }

  /** Calls as a member of the cast, with a given token, or without one (null). */
  function as(who: Person | { token: string } | null) {
    const send = async (method: InjectOptions['method'], url: string, payload?: object) => {
      const token = who === null ? undefined : 'token' in who ? who.token : await tokenOf(who)
      return call({
        method,
        url,
        ...(payload && { payload }),
        headers: token === undefined ? {} : { 'x-auth-token': token },
      })
    }
    return {
      get: (url: string) => send('GET', url),
      post: (url: string, payload?: object) => send('POST', url, payload),
      put: (url: string, payload?: object) => send('PUT', url, payload),
      delete: (url: string) => send('DELETE', url),
    }
  }

  return {
    app,
    ctx,
    db,
    database,
    dataDir,
    files,
    clock,
    cast,
    call,
    as,
    signIn,
    newToken,
    make: makerOf(as, cast, db),
    close,
  }
}

/** Collects every failure code that the declaration of its route does not list. */
function collectUndeclaredCodes(undeclared: string[]) {
  return (route: RouteOptions) => {
    if (route.config?.access === undefined) return
    const declared = (method: string) => callCodes({ ...route, method })
    const check: onSendHookHandler<unknown> = async (request, reply, payload) => {
      if (reply.statusCode < 400 || typeof payload !== 'string') return payload
      const { code } = JSON.parse(payload) as Failure
      if (!declared(request.method).includes(code)) undeclared.push(`${request.method} ${route.url}: ${code}`)
      return payload
    }
    route.onSend = [check, ...[route.onSend ?? []].flat()]
  }
}

/** Fails unless the reply is exactly a failure with this status and message, and a code that fits them. */
export function expectRefusal(
  reply: Reply,
  status: number,
  sentence: string,
  errors?: Record<string, string>,
) {
  expect({ status: reply.status, body: reply.body }).toEqual({
    status,
    body: { msg: sentence, error: sentence, code: expect.any(String), ...(errors && { errors }) },
  })
  expectFittingCode(reply)
}

/** Fails unless the body is a failure with a known code that has this status and message. */
export function expectFittingCode({ status, body, text }: Pick<Reply, 'status' | 'body' | 'text'>) {
  expect(failureReply.safeParse(body).success, text).toBe(true)
  const { code, msg, errors } = body as Failure
  expect(failureCodes, text).toContain(code)
  expect(failureKind(code).status, text).toBe(status)
  // The messages of fields come from the contract, and the first of them is the message of the reply.
  if (code === 'validation_failed' && errors) expect(Object.values(errors)[0], text).toBe(msg)
  else expect(matchesCode(code, msg), text).toBe(true)
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
function jsonOf(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
