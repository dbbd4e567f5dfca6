import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { notificationMailJob, queueMailsJob } from '../notifications/notification-mail.job.ts'

// What a manager who is limited to their teams sees after a team is taken from them or given to them. The calls about single
// things are in test/security/limited-manager.api.test.ts.

const mailServer = await startMailServer()
afterAll(mailServer.close)
const { as, cast, clock, ctx, db, make } = await startTestApp({ settings: mailServer.settings })
ctx.config.timeZone = 'UTC'
const { ada } = cast
const project = await make.project()

let lead: Person
let member: Person
let stranger: Person
let team: number
let foreign: number

beforeEach(async () => {
  clock.set('2026-03-10T09:00:00.000Z')
  mailServer.mails.length = 0
  await db.deleteFrom('jobs').execute()
  await as(ada).put('/api/settings', { manager_scope: 'teams' })
  lead = await make.user('manager')
  member = await make.user('developer')
  stranger = await make.user('developer')
  const named = (name: string, more: object) =>
    as(ada).post('/api/teams', { name: `${name} of ${lead.name}`, ...more })
  team = (await named('Team', { lead_ids: [lead.id], member_ids: [member.id] })).body.id
  foreign = (await named('Foreign', { member_ids: [stranger.id] })).body.id
})

const submit = async (who: Person, more: object = {}) =>
  (await make.report(who, { project_id: project.id, ...more })).id
const march = 'from=2026-03-01&to=2026-03-31'
const loseTeam = () => as(ada).delete(`/api/teams/${team}/leads/${lead.id}`)
const inbox = async (who: Person) => (await as(who).get('/api/notifications')).body
const unreadOf = async (who: Person) => (await as(who).get('/api/notifications/unread')).body.unread

/** Sends the mails that are due after the delay in which more notifications can join one. */
async function sendMails() {
  clock.advance({ seconds: limits.mailDelayMs / 1000 })
  await queueMailsJob.run(ctx, null, new AbortController().signal)
  const running = runJobs(ctx, [notificationMailJob], { pollMs: 5 })
  onTestFinished(() => running.stop())
  const isQueued = () =>
    db.selectFrom('jobs').select('id').where('kind', '=', notificationMailJob.kind).execute()
  await expect.poll(isQueued).toEqual([])
  await running.stop()
}

describe('notifications about a person out of sight', () => {
  test('are neither listed nor counted nor marked as read, and come back with the team', async () => {
    const report = await submit(member)
    const mention = { comment: 'Have a look', mentions: [lead.id] }
    await as(member).post(`/api/reports/${report}/comments`, mention)
    expect(await inbox(lead)).toMatchObject({
      data: [{ kind: 'mention' }],
      unread: 1,
      pagination: { total: 1 },
    })

    await loseTeam()
    expect(await inbox(lead)).toMatchObject({ data: [], unread: 0, pagination: { total: 0 } })
    expect((await as(lead).get('/api/notifications?unread=true')).body.data).toEqual([])
    expect(await unreadOf(lead)).toBe(0)
    expect((await as(lead).post('/api/notifications/read', {})).body).toEqual({ unread: 0, ids: [] })
    expect((await as(lead).get('/api/account/export')).text).not.toContain('Have a look')

    await as(ada).post(`/api/teams/${team}/leads`, { user_ids: [lead.id] })
    expect(await unreadOf(lead)).toBe(1)
    await as(ada).put('/api/settings', { manager_scope: 'everyone' })
    await loseTeam()
    expect(await unreadOf(lead)).toBe(1)
  })

  test('are not mailed, and those about people in sight are', async () => {
    const second = await make.user('developer')
    const other = { name: `Other of ${lead.name}`, lead_ids: [lead.id], member_ids: [second.id] }
    await as(ada).post('/api/teams', other)
    for (const who of [member, second]) {
      const mention = { comment: `Look, says ${who.name}`, mentions: [lead.id] }
      await as(who).post(`/api/reports/${await submit(who)}/comments`, mention)
    }
    await loseTeam()
    await sendMails()
    expect(mailServer.mails).toHaveLength(1)
    expect(mailServer.mails[0]?.subject).toContain(second.name)
    expect(mailServer.mails[0]?.text).not.toContain(member.name)
  })

  test('with stored numbers of a day say no number', async () => {
    const summary = { date: '2026-03-09', reported: 3, expected: 4, isOfTeams: true }
    const row = { user_id: lead.id, kind: 'summary' as const, subject: 'summary:2026-03-09' }
    const created_at = clock.now().toISOString()
    await db
      .insertInto('notifications')
      .values({ ...row, data: JSON.stringify(summary), created_at })
      .execute()
    expect((await inbox(lead)).data[0].text).toBe('Summary of Monday 9 March for your teams')
    await as(ada).put('/api/settings', { manager_scope: 'everyone' })
    expect((await inbox(lead)).data[0].text).toContain('3 of 4 reported')
  })

  test('stay for those who are not managers', async () => {
    const report = await submit(stranger)
    const { id } = (await as(ada).get(`/api/blockers?userId=${stranger.id}`)).body.data[0]
    await as(ada).put(`/api/blockers/${id}`, { owner_id: member.id })
    await as(stranger).post(`/api/reports/${report}/comments`, { comment: 'Hello', mentions: [ada.id] })
    expect((await inbox(member)).data.map(({ kind }: { kind: string }) => kind)).toEqual(['blocker_assigned'])
    expect((await inbox(ada)).data[0].kind).toBe('mention')
  })
})

describe('mentions', () => {
  test('are offered of managers who lead the author, and of admins', async () => {
    const report = await submit(member)
    const otherManager = await make.user('manager')
    const readersFor = async (who: Person) => {
      const { data, pagination } = (await as(who).get(`/api/reports/${report}/readers?limit=100`)).body
      expect(pagination.total).toBe(data.length)
      return data.map(({ id }: { id: number }) => id)
    }
    const offered = await readersFor(member)
    expect(offered).toContain(lead.id)
    expect(offered).toContain(ada.id)
    expect(offered).not.toContain(otherManager.id)
    expect(await readersFor(lead)).not.toContain(otherManager.id)
    // A name that isn't offered counts for nothing.
    const said = await as(member).post(`/api/reports/${report}/comments`, {
      comment: 'Hello',
      mentions: [otherManager.id, lead.id],
    })
    expect(said.status).toBe(201)
    expect(await unreadOf(otherManager)).toBe(0)
    expect(await unreadOf(lead)).toBe(1)
    await as(ada).put('/api/settings', { manager_scope: 'everyone' })
    expect(await readersFor(member)).toContain(otherManager.id)
  })

  test('are offered to a limited manager without managers out of sight, and naming one changes nothing', async () => {
    const report = await submit(member)
    const [coLead, foreignLead] = [await make.user('manager'), await make.user('manager')]
    await as(ada).post(`/api/teams/${team}/leads`, { user_ids: [coLead.id] })
    await as(ada).post(`/api/teams/${foreign}/leads`, { user_ids: [foreignLead.id] })
    await as(ada).post(`/api/teams/${foreign}/members`, { user_ids: [member.id] })
    const readers = `/api/reports/${report}/readers?limit=100`
    const offeredTo = async (who: Person) => (await as(who).get(readers)).body
    const mention = { comment: 'Look', mentions: [foreignLead.id, coLead.id, ada.id, member.id] }
    const mentioned = async () =>
      (await as(lead).post(`/api/reports/${report}/comments`, mention)).body
        .at(-1)
        .mentions.map(({ id }: Person) => id)

    const { data, pagination } = await offeredTo(lead)
    expect(pagination.total).toBe(data.length)
    expect(JSON.stringify(data)).not.toContain(foreignLead.name)
    expect(data).toContainEqual({ id: coLead.id, name: coLead.name, role: 'manager' })
    expect(await mentioned()).toEqual([ada.id, member.id, coLead.id])
    const review = { ...mention, state: 'needs_changes' }
    await as(lead).post(`/api/reports/${report}/review`, review)
    expect(await unreadOf(foreignLead)).toBe(0)

    // The author knows all their leads, and the lead knows them once they are in sight.
    expect(JSON.stringify(await offeredTo(member))).toContain(foreignLead.name)
    await as(ada).post(`/api/teams/${team}/members`, { user_ids: [foreignLead.id] })
    expect(await mentioned()).toContain(foreignLead.id)
  })
})

describe('a limited manager', () => {
  test('reviews at once only what is in sight', async () => {
    const ids = [await submit(member), await submit(stranger)]
    const reply = await as(lead).post('/api/reports/review', { ids, state: 'reviewed' })
    expect(reply.body).toEqual({ updated: 1, updated_ids: [ids[0]] })
  })

  test('names no one out of sight: as owner of a blocker, for time off or for a reminder', async () => {
    await submit(member)
    const { id } = (await as(lead).get('/api/blockers')).body.data[0]
    const owner = await as(lead).put(`/api/blockers/${id}`, { owner_id: stranger.id })
    expectRefusal(owner, 400, messages.blockers.ownerMissing, { owner_id: messages.blockers.ownerMissing })
    const absence = {
      start_date: '2026-03-16',
      end_date: '2026-03-17',
      kind: 'vacation',
      user_id: stranger.id,
    }
    const away = await as(lead).post('/api/absences', absence)
    expectRefusal(away, 400, messages.users.notFound, { user_id: messages.users.notFound })
    const nudged = await as(lead).post('/api/team/nudges', { user_id: stranger.id, date: '2026-03-10' })
    expectRefusal(nudged, 404, messages.users.notFound)
  })

  test.each([
    '/reports',
    '/team/day',
    '/team/overview',
    '/calendar/team',
    '/blockers',
    '/absences',
    '/tasks',
    '/users',
    '/team/summaries/2026-03-09',
    `/timesheet?${march}`,
    `/timesheet/export?format=csv&${march}`,
    '/reports/export/xlsx',
  ])('gets no answer for a foreign team from %s', async path => {
    const url = (teamId: number) => `/api${path}${path.includes('?') ? '&' : '?'}teamId=${teamId}`
    const refusal = await as(lead).get(url(foreign))
    expectRefusal(refusal, 400, messages.teams.unknown, { teamId: messages.teams.unknown })
    expect((await as(lead).get(url(team))).status).toBe(200)
    expect((await as(ada).get(url(foreign))).status).toBe(200)
  })

  test('who leads nothing sees only themselves', async () => {
    await submit(member)
    await submit(lead)
    await loseTeam()
    const { reports, total } = (await as(lead).get('/api/reports')).body
    expect({ total, authors: reports.map(({ user_id }: { user_id: number }) => user_id) }).toEqual({
      total: 1,
      authors: [lead.id],
    })
    expect((await as(lead).get('/api/auth/me')).body.sees_only_teams).toBe(true)
  })

  test('loses a team in the middle of the work: the next call is refused', async () => {
    const report = await submit(member)
    expect((await as(lead).get(`/api/reports/${report}`)).status).toBe(200)
    await loseTeam()
    for (const reply of [
      await as(lead).get(`/api/reports/${report}`),
      await as(lead).post(`/api/reports/${report}/review`, { state: 'reviewed' }),
      await as(lead).post(`/api/reports/${report}/comments`, { comment: 'Late' }),
    ])
      expectRefusal(reply, 404, messages.reports.notFound)
  })
})
