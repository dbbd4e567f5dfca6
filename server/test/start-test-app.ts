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

/** Stands still until a test moves it. */
export class TestClock implements Clock {
  /** How often it was moved. */
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
  /** Settings as the environment would give them. */
  settings?: Record<string, string>
  webRoot?: string
  logger?: FastifyServerOptions['logger']
  overload?: OverloadOptions
  slowestBodyMs?: number
  /** Sees every statement. */
  log?: LogConfig
  /** False leaves the database without any account, as on a first start. */
  withCast?: boolean
  /** True where hashes must take their time: because it is compared, or because requests have to wait for them. */
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

/** Passwords of an instance, hashed as in production or quickly. */
// On a busy machine a hundred costly hashes take longer than the server lets them wait: see passwords.test.ts for that.
const patience = 600_000
export const testPasswords = (isCostly = false) =>
  createPasswords(isCostly ? { maxWaitMs: patience } : { cost: cheapCost })

/** The real app on a real, empty database of its own, called over injected HTTP. One per test file. */
export async function startTestApp(options: Options = {}) {
  const { close, ...testApp } = await openTestApp(options)
  afterAll(close)
  return testApp
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** The same for a test that needs several, one after the other: the caller closes it. */
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
    onRoute: holdAgainstDeclaration(undeclared),
    ...(webRoot && { webRoot }),
    ...(logger && { logger }),
    // A machine busy with other tests is no reason to turn these away.
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
      const { id } = withCostlyHashes
        ? await createAccount(ctx, account)
        : await insertAccount(ctx, db, account, await hashCheaply(account.password))
      cast[key as keyof Cast] = { id, ...account }
    }
  }

  async function call(options: InjectOptions): Promise<Reply> {
    const reply = await app.inject(options)
    expect(undeclared.splice(0), 'codes that the route does not declare (config.codes)').toEqual([])
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: jsonOf(reply.body) }
  }

  /** A new sign-in with the password, as the login page does it. */
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

  /** A new sign-in without the password: that costs a hash, and often only its result is wanted. */
  function newToken({ id }: { id: number }): Promise<string> {
    return db.transaction().execute(trx => openSignIn(ctx, trx, id))
  }

  // A moved clock may have ended sign-ins.
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

/** Notes every failure of a route with a code that its declaration does not list. */
function holdAgainstDeclaration(undeclared: string[]) {
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

/** The decided status and sentence in the decided envelope with a code that fits them, and nothing else in it. */
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

/** The body of a failure, with a code of the table that has this status and says this sentence. */
export function expectFittingCode({ status, body, text }: Pick<Reply, 'status' | 'body' | 'text'>) {
  expect(failureReply.safeParse(body).success, text).toBe(true)
  const { code, msg, errors } = body as Failure
  expect(failureCodes, text).toContain(code)
  expect(failureKind(code).status, text).toBe(status)
  // The sentences of fields are the contract's, and the first of them is said for all.
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
