import { once } from 'node:events'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { type AppProcess, startApp, temporaryFolder } from './support/app-process.ts'
import { figure } from './support/form.ts'
import { makeTeam, reportFor, today } from './support/team.ts'
import { expectNothingLostOrTorn } from './support/verify.ts'
import { createWriters, emptyLedger, isRetryLater } from './support/writers.ts'

const hour = 3_600_000
const day = 24 * hour

let jumps = 0
async function setClock(app: AppProcess, clockMs: number) {
  jumps++
  const told = once(app.child, 'message')
  app.child.send({ clockMs })
  await told
}

test('clock jumps end sign-ins that expire, and do no harm once the clock is right', async () => {
  const place = { dataDir: temporaryFolder() }
  const app = await startApp({
    ...place,
    preload: [new URL('./children/jumping-clock.ts', import.meta.url).href],
  })
  const team = await makeTeam(app, 4)
  const [writer] = team.members
  const token = writer?.token
  const ledger = emptyLedger()
  const { run } = createWriters(team, ledger)
  const me = () => app.call({ path: '/api/auth/me', token })
  const login = (password: string) =>
    app.call({ method: 'POST', path: '/api/auth/login', body: { email: writer?.email, password } })
  const writeSome = async () => {
    const before = ledger.confirmed
    const running = run(app)
    await expect.poll(() => ledger.confirmed - before, { timeout: 120_000 }).toBeGreaterThan(20)
    await running.stop()
  }

  await writeSome()
  for (const jump of [hour, -hour, -3 * day, 11 * hour]) {
    await setClock(app, jump)
    expect((await me()).status, `jump ${jump}`).toBe(200)
    await writeSome()
  }
  // The clock jumps beyond the twelve hours of a sign-in and back.
  await setClock(app, 13 * hour)
  expect(await me()).toMatchObject({ status: 401, body: { msg: messages.signIn.tokenInvalid } })
  await setClock(app, 0)
  expect((await me()).status).toBe(200)

  // While the clock is days behind, today's date is in the future.
  await setClock(app, -3 * day)
  const early = await app.call({
    method: 'POST',
    path: '/api/reports',
    token: team.adminToken,
    body: reportFor(team, today(), 'early', 1),
  })
  expect(early).toMatchObject({ status: 400, body: { msg: messages.reports.dateInFuture } })

  // Failures stored while the clock was a day ahead don't count as failures of the last 15 minutes.
  await setClock(app, day)
  for (let failure = 0; failure < 10; failure++) expect((await login('wrong')).status).toBe(401)
  expect((await login('wrong')).status).toBe(429)
  await setClock(app, 0)
  expect((await login(writer?.password ?? '')).status).toBe(200)

  await writeSome()
  const strange = [...ledger.refused.keys()].filter(
    text =>
      !isRetryLater(text) &&
      !text.includes(messages.reports.alreadySubmitted) &&
      !text.includes(messages.reports.dateInFuture),
  )
  expect(strange).toEqual([])
  await expectNothingLostOrTorn(place, ledger)
  figure('clock jumps', {
    jumps,
    'confirmed writes': ledger.confirmed,
    lost: 0,
    torn: 0,
    'answers 5xx': 0,
  })
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })
})
