import { afterAll, expect, test } from 'vitest'
import { startIssuer } from '../../../test/issuer.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { signOnSettings, signOnTools } from '../../../test/sign-on.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { identityMailJob } from './identity-mail.job.ts'

const server = await startMailServer()
afterAll(server.close)
let testApp = undefined as unknown as TestApp
const issuer = await startIssuer(() => Math.floor(testApp.clock.now().getTime() / 1000))
testApp = await startTestApp({
  settings: { ...server.settings, ...signOnSettings(issuer), PUBLIC_URL: 'http://localhost' },
})
const { as, cast, ctx, db } = testApp
const { signOn, claimsOf, makeUser } = signOnTools(testApp, issuer)

const jobsOf = (userId: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', identityMailJob.kind)
    .where('key', 'like', `${userId}:%`)
    .execute()

test('a new identity is mailed to its person, who has turned mails off and read the notification', async () => {
  const user = await makeUser()
  const me = as({ token: await testApp.newToken(user) })
  await me.put('/api/account', { email_notifications: 'off', muted: ['comment'] })
  await signOn(claimsOf(user))
  await me.post('/api/notifications/read', {})
  const running = runJobs(ctx, [identityMailJob], { pollMs: 5 })
  await expect.poll(async () => (await jobsOf(user.id)).length).toBe(0)
  await running.stop()
  const host = new URL(issuer.url).host
  expect(server.mails).toMatchObject([
    {
      to: [{ address: user.email }],
      subject: `The sign-in of ${user.email} at ${host} was linked with your account`,
    },
  ])
  const text = server.mails[0]?.text ?? ''
  expect(text).toContain("If you didn't do this, unlink it in Your account")
  expect(text).toContain('/account#sign-on')
  expect(text).not.toContain('unsubscribe')
})

test('a mail that waits is removed with the data of its person', async () => {
  const user = await makeUser()
  await signOn(claimsOf(user))
  expect(await jobsOf(user.id)).toHaveLength(1)
  await as(cast.ada).delete(`/api/users/${user.id}`)
  await as(cast.ada).post(`/api/users/deleted/${user.id}/erase`)
  expect(await jobsOf(user.id)).toEqual([])
})
