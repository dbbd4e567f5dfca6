import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { accountExportReply } from '#shared/contract/account.ts'
import { notificationKinds } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { fileUpload } from '../../../test/multipart.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { issueCode } from '../../identity/one-time-codes.ts'
import { commonPasswords } from '../../lib/paths.ts'

const { as, call, cast, clock, ctx, db, make, newToken } = await startTestApp({
  settings: { EDIT_WINDOW_DAYS: '366' },
})

const asTheOrganization = {
  time_zone: null,
  working_days: null,
  reminder_time: null,
  reminders: true,
  email_notifications: 'instant',
  muted: [],
  activity: true,
  activity_emails: [],
  activity_logins: [],
  activity_pending: [],
  effective: { time_zone: ctx.config.timeZone, working_days: [1, 2, 3, 4, 5], reminder_time: '17:00' },
}

const here = '203.0.113.7'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const wrong = 'The current password is not right'

const hire = make.user

/** A sign-in with the password, on a browser at an IP address. */
async function signIn(person: Pick<Person, 'email' | 'password'>, userAgent = firefox, remoteAddress = here) {
  const reply = await call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: person.email, password: person.password },
    headers: { 'user-agent': userAgent },
    remoteAddress,
  })
  return { status: reply.status, token: reply.body.token as string }
}

const change = (token: string, payload: object, remoteAddress = here) =>
  call({
    method: 'PUT',
    url: '/api/account/password',
    payload,
    headers: { 'x-auth-token': token },
    remoteAddress,
  })

beforeEach(async () => {
  await db.deleteFrom('sign_in_failures').execute()
})

describe('GET and PUT /account', () => {
  test('without a token: refused', async () => {
    expectRefusal(await as(null).get('/api/account'), 401, messages.signIn.noToken)
    expectRefusal(await as(null).put('/api/account', { name: 'No Token' }), 401, messages.signIn.noToken)
  })

  test.each(
    refusedInputs([
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ name: 'A' }, 'name', messages.users.nameTooShort],
      [{ name: 7 }, 'name', 'Name is required'],
      [{ name: null }, 'name', 'Name is required'],
      [{ name: 'a'.repeat(limits.nameMax + 1) }, 'name', `Name must be at most ${limits.nameMax} characters`],
      [{ time_zone: 'Mars/Olympus_Mons' }, 'time_zone', 'Unknown time zone'],
      [{ time_zone: '+02:00' }, 'time_zone', 'Unknown time zone'],
      [{ time_zone: '' }, 'time_zone', 'Unknown time zone'],
      [{ working_days: [] }, 'working_days', 'Choose at least one working day'],
      [{ working_days: 'Monday' }, 'working_days', 'Choose at least one working day'],
      [{ working_days: [1, 2, 3, 4, 5, 6, 7, 1] }, 'working_days', messages.fields.workingDaysInvalid],
      [{ working_days: [0] }, 'working_days.0', messages.fields.workingDaysInvalid],
      [{ working_days: [1, 8] }, 'working_days.1', messages.fields.workingDaysInvalid],
      [{ working_days: [1.5] }, 'working_days.0', messages.fields.workingDaysInvalid],
      [{ reminder_time: '24:00' }, 'reminder_time', messages.fields.timeInvalid],
      [{ reminder_time: '9:00' }, 'reminder_time', messages.fields.timeInvalid],
      [{ reminder_time: 900 }, 'reminder_time', messages.fields.timeInvalid],
      [{ reminders: 'no' }, 'reminders', 'reminders is not valid'],
      [{ email_notifications: 'weekly' }, 'email_notifications', messages.account.emailNotificationsInvalid],
      [{ muted: 'comment' }, 'muted', 'muted is not valid'],
      [{ muted: ['comment', 'daily'] }, 'muted.1', 'muted is not valid'],
      [
        { muted: Array.from({ length: notificationKinds.length + 1 }, () => 'comment') },
        'muted',
        'muted is not valid',
      ],
    ]),
  )('refuses %s', async (_name, payload, field, sentence) => {
    expectRefusal(await as(cast.dina).put('/api/account', payload), 400, sentence, { [field]: sentence })
  })

  test('answers the signed-in user', async () => {
    const reply = await as(cast.dina).get('/api/account')
    const { password: _, ...user } = cast.dina
    expect(reply.body).toEqual({
      ...user,
      created_at: '2026-03-10T09:00:00.000Z',
      invited: false,
      teams: [],
      has_password: true,
      ...asTheOrganization,
    })
  })

  test('the name changes and nothing else: neither e-mail nor role', async () => {
    const person = await hire()
    const reply = await as(person).put('/api/account', {
      name: '  New Name ',
      email: 'new@example.com',
      role: 'admin',
    })
    const expected = { id: person.id, name: 'New Name', email: person.email, role: 'developer' }
    expect(reply.body).toMatchObject(expected)
    expect((await as(person).get('/api/account')).body).toEqual(reply.body)
    expect((await as(person).get('/api/auth/me')).body).toMatchObject(expected)
  })

  test('changes the given fields and no others; an empty body changes nothing', async () => {
    const person = await hire()
    const put = async (payload: object) => (await as(person).put('/api/account', payload)).body
    expect(await put({})).toMatchObject({ name: person.name, ...asTheOrganization })
    expect(await put({ time_zone: 'Pacific/Kiritimati', reminders: false })).toMatchObject({
      name: person.name,
      time_zone: 'Pacific/Kiritimati',
      reminders: false,
      effective: { time_zone: 'Pacific/Kiritimati', working_days: [1, 2, 3, 4, 5], reminder_time: '17:00' },
    })
    // Working days are stored once each, in order.
    await put({ working_days: [5, 1, 1, 3], reminder_time: '08:30', email_notifications: 'daily' })
    const all = {
      time_zone: 'Pacific/Kiritimati',
      working_days: [1, 3, 5],
      reminder_time: '08:30',
      reminders: false,
      email_notifications: 'daily',
      effective: { time_zone: 'Pacific/Kiritimati', working_days: [1, 3, 5], reminder_time: '08:30' },
    }
    expect((await as(person).get('/api/account')).body).toMatchObject(all)
    expect(await put({ name: 'Other Name' })).toMatchObject({ name: 'Other Name', ...all })
    expect(
      await put({
        time_zone: null,
        working_days: null,
        reminder_time: null,
        reminders: true,
        email_notifications: 'instant',
      }),
    ).toMatchObject(asTheOrganization)
  })

  test('what is not set follows the organization', async () => {
    const person = await hire()
    const settings = { time_zone: 'Asia/Tokyo', working_days: [7, 1], reminder_time: '16:00' }
    await as(cast.ada).put('/api/settings', settings)
    expect((await as(person).get('/api/account')).body).toMatchObject({
      time_zone: null,
      working_days: null,
      reminder_time: null,
      effective: { time_zone: 'Asia/Tokyo', working_days: [1, 7], reminder_time: '16:00' },
    })
    await db.deleteFrom('organization_settings').execute()
  })
})

describe('PUT /account/password', () => {
  test.each(
    refusedInputs([
      [{ password: 'secret-2' }, 'current_password', 'Current password is required'],
      [{ current_password: '', password: 'secret-2' }, 'current_password', 'Current password is required'],
      [{ current_password: 'x' }, 'password', 'Password is required'],
      [{ current_password: 'x', password: '12345' }, 'password', messages.users.passwordTooShort],
      [
        { current_password: 'x', password: 'x'.repeat(1025) },
        'password',
        'Password must be at most 1,024 characters',
      ],
    ]),
  )('refuses %s', async (_name, payload, field, sentence) => {
    expectRefusal(await as(cast.dina).put('/api/account/password', payload), 400, sentence, {
      [field]: sentence,
    })
  })

  test('refuses common passwords, whatever their case, without checking the current one', async () => {
    const list = readFileSync(commonPasswords, 'utf8').trimEnd().split('\n')
    for (const password of ['123456', 'Password1', 'QWERTYUIOP', list[0], list[5000], list.at(-1)]) {
      const sentence = 'This password is too common. Choose another one.'
      const reply = await as(cast.dina).put('/api/account/password', { current_password: 'x', password })
      expectRefusal(reply, 400, sentence, { password: sentence })
    }
    expect(await db.selectFrom('sign_in_failures').select('id').execute()).toEqual([])
  })

  test('refuses a wrong current password', async () => {
    const { token } = await signIn(await hire())
    const payload = { current_password: 'not-it', password: 'secret-2' }
    expectRefusal(await change(token, payload), 400, wrong, { current_password: wrong })
  })

  test('wrong ones count as failed sign-ins: after ten, sign-in and change refuse the right one too', async () => {
    const person = await hire()
    const { token } = await signIn(person)
    const payload = { current_password: 'not-it', password: 'secret-2' }
    for (let time = 0; time < limits.signInFailuresPerAccount; time++) {
      expect((await change(token, payload)).status).toBe(400)
    }
    const right = { current_password: person.password, password: 'secret-2' }
    expectRefusal(await change(token, right), 429, messages.signIn.tooManyAttempts(15))
    expect((await signIn(person)).status).toBe(429)
    clock.advance({ minutes: 16 })
    expect((await change(token, right)).status).toBe(200)
  })

  test('sent all at once, no more than ten wrong ones are compared', async () => {
    const person = await hire()
    const { token } = await signIn(person)
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => change(token, { current_password: 'no', password: 'secret-2' })),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter(status => status === 400).length).toBe(limits.signInFailuresPerAccount)
    expect(statuses.filter(status => ![400, 429, 503].includes(status))).toEqual([])
  })

  test('ends every other sign-in, says how many, and keeps this one', async () => {
    const person = await hire()
    const [mine, other, third] = await Promise.all([newToken(person), newToken(person), newToken(person)])
    const strangers = await newToken(cast.omar)
    const reply = await change(mine, { current_password: person.password, password: 'secret-2' })
    expect(reply.body).toEqual({ msg: 'Password changed. 2 other devices were signed out.' })
    for (const token of [other, third])
      expectRefusal(await as({ token }).get('/api/auth/me'), 401, messages.signIn.tokenInvalid)
    for (const token of [mine, strangers]) expect((await as({ token }).get('/api/auth/me')).status).toBe(200)
    expect((await signIn(person)).status).toBe(401)
    expect((await signIn({ ...person, password: 'secret-2' })).status).toBe(200)
    const again = await change(mine, { current_password: 'secret-2', password: 'secret-3' })
    expect(again.body).toEqual({ msg: messages.account.passwordChanged(1) })
    expect((await change(mine, { current_password: 'secret-3', password: 'secret-4' })).body).toEqual({
      msg: 'Password changed.',
    })
  })

  test('ends a link for a forgotten password', async () => {
    const person = await hire()
    const { code } = await issueCode(ctx, db, person.id, 'reset')
    const payload = { current_password: person.password, password: 'secret-2' }
    expect((await change(await newToken(person), payload)).status).toBe(200)
    const reply = await as(null).post('/api/auth/reset', { code, password: 'secret-3' })
    expectRefusal(reply, 404, 'This link is no longer valid')
  })

  test('of two concurrent changes from two devices, one succeeds and signs the other out', async () => {
    const person = await hire()
    const tokens = [await newToken(person), await newToken(person)]
    const replies = await Promise.all(
      tokens.map((token, index) =>
        change(token, { current_password: person.password, password: `secret-of-${index}` }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([400, 401])])
    const winner = replies.findIndex(({ status }) => status === 200)
    expect((await signIn({ ...person, password: `secret-of-${winner}` })).status).toBe(200)
  })

  test('a reset by a reviewer meanwhile wins', async () => {
    const person = await hire()
    const token = await newToken(person)
    const [changed, reset] = await Promise.all([
      change(token, { current_password: person.password, password: 'chosen-by-me' }),
      as(cast.ada).put(`/api/users/${person.id}/password`, { password: 'chosen-by-ada' }),
    ])
    expect(reset.status).toBe(200)
    expect([200, 400, 401]).toContain(changed.status)
    expect((await signIn({ ...person, password: 'chosen-by-ada' })).status).toBe(200)
    expect((await as({ token }).get('/api/auth/me')).status).toBe(401)
  })
})

describe('signed-in devices', () => {
  const list = async (token: string) => (await as({ token }).get('/api/account/sign-ins')).body

  test('are listed with device, IP address and times, and the current one is marked', async () => {
    const person = await hire()
    const { token: first } = await signIn(person)
    const { token: second } = await signIn(person, 'curl/8.5.0', '2001:db8::7')
    const at = clock.now().toISOString()
    const common = { id: expect.any(Number), created_at: at, last_used_at: at }
    const [phone, laptop] = [
      { ...common, address: '2001:db8::7', device: null },
      { ...common, address: here, device: 'Firefox on Windows' },
    ]
    expect(await list(first)).toEqual([
      { ...laptop, is_current: true },
      { ...phone, is_current: false },
    ])
    expect(await list(second)).toEqual([
      { ...phone, is_current: true },
      { ...laptop, is_current: false },
    ])
    const stored = await db.selectFrom('sign_ins').select('id').where('user_id', '=', person.id).execute()
    for (const { id } of stored) expect(JSON.stringify(await list(first))).not.toContain(id)
  })

  test('this device is shown, also before a hundred later ones', async () => {
    const person = await hire()
    const { token } = await signIn(person)
    const { expires_at } = await db
      .selectFrom('sign_ins')
      .select('expires_at')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    const created_at = clock.now().toISOString()
    const rows = Array.from({ length: 100 }, (_, n) => ({
      id: `${person.id} ${n}`,
      user_id: person.id,
      created_at,
      expires_at,
    }))
    await db.insertInto('sign_ins').values(rows).execute()
    const shown = await list(token)
    expect(shown).toHaveLength(100)
    expect(shown[0].is_current).toBe(true)
  })

  test('shows neither those of others nor those that have expired', async () => {
    const person = await hire()
    await signIn(person)
    clock.advance({ minutes: 13 * 60 })
    const { token } = await signIn(person)
    expect(await list(token)).toHaveLength(1)
    await db.updateTable('sign_ins').set({ expires_at: clock.now().toISOString() }).execute()
    expect(await list(await newToken(person))).toHaveLength(1)
  })

  test('the last use is written every ten minutes at the most, with the IP address it came from', async () => {
    const person = await hire()
    const { token } = await signIn(person)
    const ask = () =>
      call({
        method: 'GET',
        url: '/api/auth/me',
        headers: { 'x-auth-token': token },
        remoteAddress: '198.51.100.9',
      })
    const stored = () =>
      db
        .selectFrom('sign_ins')
        .select(['last_used_at', 'address'])
        .where('user_id', '=', person.id)
        .executeTakeFirst()
    clock.advance({ minutes: 9 })
    await ask()
    await ask()
    expect(await stored()).toEqual({ last_used_at: null, address: here })
    clock.advance({ minutes: 1 })
    const used = { last_used_at: clock.now().toISOString(), address: '198.51.100.9' }
    await Promise.all([ask(), ask(), ask()])
    await expect.poll(stored).toEqual(used)
    clock.advance({ minutes: 9 })
    await ask()
    await ask()
    expect(await stored()).toEqual(used)
  })

  test("signing out another device works on its next request; other users' devices are not found", async () => {
    const person = await hire()
    const { token: mine } = await signIn(person)
    const { token: lost } = await signIn(person)
    const [{ id }] = await list(lost)
    for (const other of [cast.ada, cast.omar]) {
      const reply = await as(other).delete(`/api/account/sign-ins/${id}`)
      expectRefusal(reply, 404, messages.general.notFound)
    }
    expect((await as({ token: lost }).get('/api/auth/me')).status).toBe(200)
    const reply = await as({ token: mine }).delete(`/api/account/sign-ins/${id}`)
    expect(reply.body).toEqual({ msg: 'Device signed out.' })
    expectRefusal(await as({ token: lost }).get('/api/auth/me'), 401, messages.signIn.tokenInvalid)
    expect(await list(mine)).toHaveLength(1)
    expect((await as({ token: mine }).delete(`/api/account/sign-ins/${id}`)).status).toBe(404)
    expect((await as({ token: mine }).delete('/api/account/sign-ins/abc')).status).toBe(404)
  })

  test('all other devices can be signed out at once', async () => {
    const person = await hire()
    const [mine, one, two] = [await newToken(person), await newToken(person), await newToken(person)]
    expect((await as({ token: mine }).delete('/api/account/sign-ins')).body).toEqual({
      msg: '2 other devices signed out.',
    })
    expect((await as({ token: mine }).delete('/api/account/sign-ins')).body).toEqual({
      msg: 'No other devices were signed in.',
    })
    for (const token of [one, two]) expect((await as({ token }).get('/api/auth/me')).status).toBe(401)
    expect(await list(mine)).toHaveLength(1)
  })
})

describe('last_sign_in_at', () => {
  test('is sent only to reviewers who read users', async () => {
    const person = await hire()
    const read = async () => (await as(cast.max).get(`/api/users/${person.id}`)).body
    expect(await read()).toMatchObject({ id: person.id, last_sign_in_at: null })
    const at = clock.now().toISOString()
    const { token } = await signIn(person)
    expect(await read()).toMatchObject({ last_sign_in_at: at })
    const { body } = await as(cast.max).get('/api/users')
    expect(body.find(({ id }: Person) => id === person.id)).toMatchObject({ last_sign_in_at: at })
    expect((await as({ token }).get('/api/auth/me')).body).not.toHaveProperty('last_sign_in_at')
    // A failed sign-in doesn't change it, and it stays after the sign-in has ended.
    clock.advance({ minutes: 1 })
    expect((await signIn({ ...person, password: 'wrong' })).status).toBe(401)
    await as({ token }).post('/api/auth/logout')
    expect(await read()).toMatchObject({ last_sign_in_at: at })
  })
})

describe('GET /account/export', () => {
  test('everything the user wrote and nothing that others wrote, as one JSON file', async () => {
    const person = await hire('manager')
    const project = await make.project({ name: 'Exported "project"', developers: [person.id] })
    const token = await newToken(person)
    const day = (index: number) =>
      `2026-0${1 + Math.floor(index / 28)}-${String(1 + (index % 28)).padStart(2, '0')}`
    const reports = []
    for (let index = 0; index < 52; index++) {
      reports.push(
        await make.report(person, { date: day(index), tasks: `Day ${index}\n"x"`, project_id: project.id }),
      )
    }
    // There are more versions than fit a page, and two belong to one report.
    for (const index of [3, 3, ...Array.from({ length: 49 }, (_, nth) => nth + 3)]) {
      const edit = reportBody({ date: day(index), tasks: `Edited ${index}`, project_id: project.id })
      expect((await as({ token }).put(`/api/reports/${reports[index]?.id}`, edit)).status).toBe(200)
    }
    const others = await make.report(cast.omar, { tasks: 'Not mine', project_id: project.id })
    await as(cast.omar).put(
      `/api/reports/${others.id}`,
      reportBody({ tasks: 'Not mine', project_id: project.id }),
    )
    await as({ token }).post(`/api/reports/${others.id}/comments`, { comment: 'My comment' })
    await as(cast.ada).post(`/api/reports/${reports[0]?.id}/comments`, { comment: 'Not mine either' })
    await as({ token }).post('/api/tasks', {
      title: 'Given out',
      project_id: project.id,
      assigned_to: cast.omar.id,
      expected_hours: 2,
    })
    await as({ token }).post(`/api/projects/${project.id}/urls`, {
      url_type: 'live',
      url: 'https://example.com/mine',
    })
    const upload = fileUpload('mine.txt', 'content')
    await call({
      method: 'POST',
      url: `/api/projects/${project.id}/files`,
      payload: upload.payload,
      headers: { ...upload.headers, 'x-auth-token': token },
    })

    for (const month of ['05', '04'])
      await as({ token }).post('/api/absences', {
        start_date: `2026-${month}-01`,
        end_date: `2026-${month}-03`,
        kind: 'sick',
        note: 'My note',
      })

    // The file is named after the user's day, which has already begun.
    await as({ token }).put('/api/account', { time_zone: 'Pacific/Kiritimati' })
    const now = clock.now().toISOString()
    onTestFinished(() => clock.set(now))
    clock.set('2026-03-10T10:00:00.000Z')
    const reply = await as({ token }).get('/api/account/export')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="my-data-2026-03-11.json"')
    const { body } = reply
    expect(Object.keys(body)).toEqual([
      'exported_at',
      'account',
      'reports',
      'earlier_versions',
      'time_off',
      'open_blockers',
      'resolved_blockers',
      'comments',
      'tasks',
      'tasks_given_out',
      'links',
      'files',
      'notifications',
      'activity',
      'report_drafts',
    ])
    expect(body.account).toMatchObject({ email: person.email, name: person.name })
    expect(body.reports).toHaveLength(52)
    expect(body.reports[0]).toMatchObject({
      date: day(0),
      tasks: 'Day 0\n"x"',
      hours_worked: 1.3,
      project_name: 'Exported "project"',
      task_details: [{ description: 'Found the bug', hours: 1.3, project_name: 'Exported "project"' }],
    })
    expect(
      body.earlier_versions.map(({ date, number }: { date: string; number: number }) => `${date} ${number}`),
    ).toEqual(
      Array.from({ length: 49 }, (_, nth) => day(nth + 3)).flatMap((date, index) =>
        index === 0 ? [`${date} 1`, `${date} 2`, `${date} 3`] : [`${date} 1`],
      ),
    )
    expect(body.earlier_versions[0]).toMatchObject({
      report_id: reports[3]?.id,
      tasks: 'Day 3\n"x"',
      hours_worked: 1.3,
      task_details: [{ description: 'Found the bug', hours: 1.3 }],
    })
    expect(body.time_off).toMatchObject([
      { start_date: '2026-04-01', end_date: '2026-04-03', kind: 'sick', note: 'My note' },
      { start_date: '2026-05-01', end_date: '2026-05-03', kind: 'sick', note: 'My note' },
    ])
    expect(accountExportReply.safeParse(body).success).toBe(true)
    expect(body.comments).toMatchObject([{ report_id: others.id, comment: 'My comment' }])
    expect(body.tasks).toEqual([])
    expect(body.tasks_given_out).toMatchObject([{ title: 'Given out', status: 'pending' }])
    expect(body.links).toMatchObject([{ url: 'https://example.com/mine' }])
    expect(body.files).toMatchObject([{ file_name: 'mine.txt', file_size: 7 }])
    expect(body.notifications).toMatchObject([
      { kind: 'comment', text: 'Ada Admin commented on your report of 1 January', read_at: null },
    ])
    expect(reply.text).not.toMatch(/Not mine|(?<!has_)password|storage_name|argon/)
  })

  test('of a user who wrote nothing: empty lists', async () => {
    const reply = await as(await hire()).get('/api/account/export')
    expect(reply.body).toMatchObject({ reports: [], comments: [], tasks: [], links: [], files: [] })
  })
})
