import { PassThrough } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { readCalendar } from '../../../test/icalendar.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { escapeText, foldLine } from './icalendar.ts'

const log = new PassThrough()
const { app, as, call, cast, clock, db, make } = await startTestApp({
  logger: { stream: log },
  settings: { METRICS_TOKEN: 'a-token-for-the-metrics-of-this-test' },
})
const { ada, max, dina, omar, desi } = cast
const own = '/api/account/calendar'

/** Max leads Dina and Omar. */
const team = (
  await as(ada).post('/api/teams', {
    name: 'Apps; "A, B"',
    lead_ids: [max.id],
    member_ids: [dina.id, omar.id],
  })
).body
const ofTeam = `/api/teams/${team.id}/calendar`

async function makeAddress(person: Person, url = own): Promise<string> {
  const reply = await as(person).post(url)
  expect(reply.status, reply.text).toBe(201)
  return new URL(reply.body.address).pathname
}

const open = (url: string, headers: Record<string, string> = {}) => call({ method: 'GET', url, headers })
const eventsAt = async (url: string) => readCalendar(Buffer.from((await open(url)).text)).events
const titlesAt = async (url: string) => (await eventsAt(url)).map(({ SUMMARY }) => SUMMARY)

const isOff = (person: Person, start_date: string, end_date = start_date, more: object = {}) =>
  as(person).post('/api/absences', { start_date, end_date, kind: 'vacation', ...more })

beforeEach(async () => {
  await db.deleteFrom('absences').execute()
  await db.deleteFrom('calendar_feeds').execute()
  await db.deleteFrom('holidays').execute()
})

describe('refusals', () => {
  test('a secret that is unknown, empty, too long or not ours is 404, and so is every other spelling', async () => {
    const address = await makeAddress(dina)
    for (const url of [
      `/api/calendar/${'A'.repeat(43)}.ics`,
      '/api/calendar/.ics',
      `/api/calendar/${'A'.repeat(8000)}.ics`,
      '/api/calendar/%F0%9F%97%93.ics',
      '/api/calendar/1.ics',
      address.replace('.ics', ''),
      address.replace('.ics', '.ICS'),
      `${address}/`,
      address.slice(0, -5),
    ])
      expect([url, (await open(url)).status]).toEqual([url, 404])
    expect(await open(address)).toMatchObject({ status: 200 })
  })

  test('an access token makes and ends no address, and reads only whether there is one', async () => {
    const tokens = await Promise.all(
      ['read', 'write'].map(async scope => {
        const input = { name: 'Script', scope, expires_in_days: 30 }
        return (await as(max).post('/api/account/tokens', input)).body.token
      }),
    )
    for (const token of tokens)
      for (const url of [own, ofTeam])
        for (const method of ['POST', 'DELETE', 'GET'] as const) {
          const reply = await call({ method, url, headers: { authorization: `Bearer ${token}` } })
          if (method === 'GET') expect(reply.body).toEqual({ created_at: null, made_by: null })
          else expectRefusal(reply, 403, messages.accessTokens.needsSignIn)
        }
  })

  test('only admins and the leads of a team make and end its address', async () => {
    for (const person of [dina, desi])
      for (const reply of [
        await as(person).get(ofTeam),
        await as(person).post(ofTeam),
        await as(person).delete(ofTeam),
      ])
        expectRefusal(reply, 403, messages.general.notAllowed)
    const other = await make.user('manager')
    expectRefusal(await as(other).post(ofTeam), 403, messages.general.notAllowed)
    expectRefusal(await as(ada).post('/api/teams/999/calendar'), 404, messages.teams.notFound)
    expect((await as(ada).post(ofTeam)).status).toBe(201)
  })

  test('ending twice changes nothing, and the address of a team is not the own one of who made it', async () => {
    const url = await makeAddress(max, ofTeam)
    for (let time = 0; time < 2; time++) expect((await as(max).delete(own)).status).toBe(200)
    expect((await as(max).get(own)).body).toEqual({ created_at: null, made_by: null })
    expect((await open(url)).status).toBe(200)
    for (let time = 0; time < 2; time++) expect((await as(max).delete(ofTeam)).status).toBe(200)
    expect((await open(url)).status).toBe(404)
    // The second end ended nothing, so it isn't recorded.
    await as(dina).post(own)
    const { body } = await as(ada).get('/api/audit?limit=3')
    expect(body.data.map(messages.record.sentence)).toEqual([
      'Dina Developer created their calendar address',
      `Max Manager ended the calendar address of the team ${team.name}`,
      `Max Manager created the calendar address of the team ${team.name}`,
    ])
    expect(JSON.stringify(body)).not.toContain(url.split('/').at(-1)?.slice(0, 20))
  })
})

describe('when an address ends', () => {
  test('a new address ends the one before, of which two at once leave one', async () => {
    const first = await makeAddress(dina)
    const second = await makeAddress(dina)
    const others = await makeAddress(omar)
    expect([first, second, others].map(url => url.length)).toEqual([61, 61, 61])
    expect((await open(first)).status).toBe(404)
    expect((await open(second)).status).toBe(200)
    const made = await Promise.all([makeAddress(dina), makeAddress(dina), makeAddress(dina)])
    const statuses = await Promise.all(made.map(async url => (await open(url)).status))
    expect(statuses.sort()).toEqual([200, 404, 404])
    expect((await open(others)).status).toBe(200)
    const forTeam = await Promise.all([makeAddress(max, ofTeam), makeAddress(ada, ofTeam)])
    const left = await Promise.all(forTeam.map(async url => (await open(url)).status))
    expect(left.sort()).toEqual([200, 404])
  })

  test('an address that was ended is 404, and a GET says that there is none', async () => {
    const [mine, ours] = [await makeAddress(dina), await makeAddress(max, ofTeam)]
    expect((await as(dina).get(own)).body.made_by).toEqual({ id: dina.id, name: dina.name })
    expect((await as(ada).get(ofTeam)).body.made_by).toEqual({ id: max.id, name: max.name })
    expect((await as(dina).delete(own)).body).toEqual({ msg: 'Calendar address ended.' })
    expect((await as(ada).delete(ofTeam)).body).toEqual({ msg: 'Calendar address ended.' })
    for (const url of [mine, ours]) expectRefusal(await open(url), 404, messages.calendarFeeds.notFound)
    expect((await as(dina).get(own)).body).toEqual({ created_at: null, made_by: null })
    expect((await as(max).get(ofTeam)).body).toEqual({ created_at: null, made_by: null })
  })

  test('only the answer that makes an address has it, and the database has only a hash', async () => {
    const secret = (await makeAddress(dina)).slice('/api/calendar/'.length, -4)
    expect((await as(dina).get(own)).text).not.toContain(secret)
    expect((await as(dina).get('/api/account/export')).text).not.toContain(secret)
    expect(JSON.stringify(await db.selectFrom('calendar_feeds').selectAll().execute())).not.toContain(secret)
  })

  test("a deleted account's addresses are 404, also those that it made for a team", async () => {
    const gone = await make.user('manager')
    await as(ada).post(`/api/teams/${team.id}/leads`, { user_ids: [gone.id] })
    const urls = [await makeAddress(gone), await makeAddress(gone, ofTeam)]
    for (const url of urls) expect((await open(url)).status).toBe(200)
    expect((await as(ada).delete(`/api/users/${gone.id}`)).status).toBe(200)
    for (const url of urls) expect((await open(url)).status).toBe(404)
    expect(await db.selectFrom('calendar_feeds').selectAll().execute()).toEqual([])
  })

  test("a deleted team's address is 404", async () => {
    const { id } = (await as(max).post('/api/teams', { name: 'Short-lived' })).body
    const url = await makeAddress(max, `/api/teams/${id}/calendar`)
    expect((await as(max).delete(`/api/teams/${id}`)).status).toBe(200)
    expect((await open(url)).status).toBe(404)
  })

  test("a team's address ends when who made it no longer leads the team", async () => {
    const { id } = (await as(max).post('/api/teams', { name: 'Passed on', lead_ids: [max.id] })).body
    const ofId = `/api/teams/${id}/calendar`
    const url = await makeAddress(max, ofId)
    await as(ada).delete(`/api/teams/${id}/leads/${max.id}`)
    expect((await open(url)).status).toBe(404)
    expect((await as(ada).get(ofId)).body).toEqual({ created_at: null, made_by: null })
    const byAdmin = await makeAddress(ada, ofId)
    expect((await open(byAdmin)).status).toBe(200)
  })

  test('a lead who becomes a developer keeps the own address and loses that of the team', async () => {
    const lead = await make.user('manager')
    await as(ada).post(`/api/teams/${team.id}/leads`, { user_ids: [lead.id] })
    const [mine, ours] = [await makeAddress(lead), await makeAddress(lead, ofTeam)]
    await as(ada).put(`/api/users/${lead.id}`, { name: lead.name, email: lead.email, role: 'developer' })
    expect((await open(mine)).status).toBe(200)
    expect((await open(ours)).status).toBe(404)
  })
})

describe('what is in a calendar', () => {
  test("one's own has one's own time off and the holidays, in the format of the standard", async () => {
    await isOff(dina, '2026-03-09', '2026-03-13')
    await isOff(dina, '2026-12-31')
    await isOff(omar, '2026-03-16')
    await as(ada).post('/api/holidays', { date: '2026-05-01', name: 'Labour Day; May, first' })
    const url = await makeAddress(dina)
    const reply = await open(url)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    })
    const { properties, events } = readCalendar(Buffer.from(reply.text))
    expect(properties).toMatchObject({
      'X-WR-CALNAME': 'Time off of Dina Developer',
      'REFRESH-INTERVAL': 'PT4H',
    })
    expect(events).toEqual([
      {
        UID: expect.stringMatching(/^time-off-\d+@[\w.:-]+$/),
        ...{ DTSTAMP: '20260310T090000Z', 'LAST-MODIFIED': '20260310T090000Z' },
        ...{ DTSTART: '20260309', DTEND: '20260314' },
        ...{ SUMMARY: 'Dina Developer: off', TRANSP: 'OPAQUE' },
      },
      expect.objectContaining({ DTSTART: '20261231', DTEND: '20270101' }),
      expect.objectContaining({
        UID: expect.stringMatching(/^holiday-2026-05-01@/),
        ...{ DTSTART: '20260501', DTEND: '20260502' },
        ...{ SUMMARY: 'Labour Day; May, first', TRANSP: 'TRANSPARENT' },
      }),
    ])
  })

  test('a calendar without events has a component too, as the standard asks for', async () => {
    const { text } = await open(await makeAddress(dina))
    expect(text).not.toContain('VEVENT')
    expect(readCalendar(Buffer.from(text)).events).toEqual([])
  })

  test('the ids are the same at every host that leads to the server, and at a new address', async () => {
    await isOff(dina, '2026-03-09')
    await as(ada).post('/api/holidays', { date: '2026-05-01', name: 'Labour Day' })
    const url = await makeAddress(dina)
    const { headers, text } = await open(url)
    expect(await open(url, { host: 'other.example:8080' })).toMatchObject({
      text,
      headers: { etag: headers.etag },
    })
    const idsAt = async (address: string) => (await eventsAt(address)).map(({ UID }) => UID)
    const ids = await idsAt(url)
    expect(new Set(ids).size).toBe(2)
    expect(await idsAt(await makeAddress(dina))).toEqual(ids)
  })

  test("a team's has its members' time off, without the kinds and notes, and no one else's", async () => {
    await isOff(dina, '2026-03-09', '2026-03-09', { kind: 'sick', note: 'operation on the knee' })
    await isOff(omar, '2026-03-10', '2026-03-10', { kind: 'other', note: 'moving house' })
    await isOff(desi, '2026-03-11')
    await isOff(max, '2026-03-12')
    const url = await makeAddress(max, ofTeam)
    const { text } = await open(url)
    expect(readCalendar(Buffer.from(text)).properties['X-WR-CALNAME']).toBe('Time off: Apps; "A, B"')
    expect(await titlesAt(url)).toEqual(['Dina Developer: off', 'Omar Developer: off'])
    expect(text).not.toMatch(/sick|vacation|other|knee|moving|@example\.com/i)
    expect((await eventsAt(url)).map(({ TRANSP }) => TRANSP)).toEqual(['TRANSPARENT', 'TRANSPARENT'])
  })

  test('who joins or leaves the team does so in its calendar at once, with limited managers too', async () => {
    await isOff(dina, '2026-03-09')
    await isOff(desi, '2026-03-11')
    const url = await makeAddress(max, ofTeam)
    const members = `/api/teams/${team.id}/members`
    await as(max).delete(`${members}/${dina.id}`)
    expect(await titlesAt(url)).toEqual([])
    await as(max).post(members, { user_ids: [dina.id, desi.id] })
    await as(ada).put('/api/settings', { manager_scope: 'teams' })
    expect(await titlesAt(url)).toEqual(['Dina Developer: off', 'Desi Designer: off'])
    await as(max).delete(`${members}/${desi.id}`)
    expect(await titlesAt(url)).toEqual(['Dina Developer: off'])
    await as(ada).put('/api/settings', { manager_scope: 'everyone' })
  })

  test('names with line ends, commas, semicolons and signs of four octets arrive as they are', async () => {
    const name = `Zoë, "née" Ångström; \\ ${'👩🏽‍💻'.repeat(20)} & daughters`.slice(0, 100)
    await db.updateTable('users').set({ name }).where('id', '=', dina.id).execute()
    await isOff(dina, '2026-03-09')
    const url = await makeAddress(dina)
    expect(await titlesAt(url)).toEqual([`${name}: off`.toWellFormed()])
    const text = `BEGIN:VALARM\r\nno\rline\nof\u0007 its own`
    await db.updateTable('users').set({ name: text }).where('id', '=', dina.id).execute()
    expect(await titlesAt(url)).toEqual(['BEGIN:VALARM\nno\nline\nof its own: off'])
    await db.updateTable('users').set({ name: dina.name }).where('id', '=', dina.id).execute()
  })

  test('it reaches from 90 days ago to a year ahead, with what overlaps these days', async () => {
    for (const [start, end] of [
      ['2025-12-01', '2025-12-09'],
      ['2025-12-10', '2025-12-10'],
      ['2027-03-11', '2027-03-20'],
      ['2027-03-21', '2027-03-22'],
    ] as const)
      await isOff(dina, start, end)
    const dates = ['2025-12-09', '2025-12-10', '2027-03-11', '2027-03-12']
    await as(ada).post('/api/holidays/import', {
      holidays: dates.map(date => ({ date, name: `Holiday of ${date}` })),
    })
    const url = await makeAddress(dina)
    expect((await eventsAt(url)).map(({ DTSTART }) => DTSTART)).toEqual([
      '20251210',
      '20270311',
      '20251210',
      '20270311',
    ])
  })

  test('a change keeps the id, says when it was made and has another tag', async () => {
    const { id } = (await isOff(dina, '2026-03-16')).body
    const url = await makeAddress(dina)
    const [first] = await eventsAt(url)
    const { etag } = (await open(url)).headers as { etag: string }
    clock.advance({ minutes: 5 })
    expect((await open(url)).headers.etag).toBe(etag)
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`]) {
      const reply = await open(url, { 'if-none-match': tag })
      expect(reply).toMatchObject({ status: 304, text: '', headers: { etag } })
    }
    await as(dina).put(`/api/absences/${id}`, { end_date: '2026-03-17' })
    const reply = await open(url, { 'if-none-match': etag })
    expect(reply.status).toBe(200)
    expect(reply.headers.etag).not.toBe(etag)
    expect(readCalendar(Buffer.from(reply.text)).events).toEqual([
      { ...first, DTEND: '20260318', DTSTAMP: '20260310T090500Z', 'LAST-MODIFIED': '20260310T090500Z' },
    ])
    await as(dina).delete(`/api/absences/${id}`)
    expect(await eventsAt(url)).toEqual([])
  })

  test('a team of a thousand people with time off in every month is valid too', async () => {
    const people = await db
      .insertInto('users')
      .values(
        Array.from({ length: 900 }, (_, nth) => ({
          ...{ name: `Person ${nth}`, email: `crowd-${nth}@example.com`, role: 'developer' as const },
          ...{ password_hash: 'x', created_at: '2026-01-01T00:00:00.000Z' },
        })),
      )
      .returning('id')
      .execute()
    const { id: team_id } = (await as(max).post('/api/teams', { name: 'Crowd' })).body
    for (let from = 0; from < people.length; from += 300) {
      const some = people.slice(from, from + 300)
      await db
        .insertInto('team_members')
        .values(some.map(({ id }) => ({ team_id, user_id: id })))
        .execute()
      for (let month = 1; month <= 9; month++)
        await db
          .insertInto('absences')
          .values(
            some.map(({ id }) => ({
              ...{ user_id: id, start_date: `2026-0${month}-03`, end_date: `2026-0${month}-05` },
              ...{ kind: 'vacation' as const, note: null, created_at: '2026-01-01T00:00:00.000Z' },
            })),
          )
          .execute()
    }
    const url = await makeAddress(max, `/api/teams/${team_id}/calendar`)
    expect(await eventsAt(url)).toHaveLength(900 * 9)
  })
})

describe('the secret', () => {
  test('is neither in the log nor in the metrics, whatever was asked for with it', async () => {
    const url = await makeAddress(dina)
    const secret = url.slice('/api/calendar/'.length, -4)
    const [first = ''] = secret
    const encoded = url.replace(secret, `%${first.charCodeAt(0).toString(16)}${secret.slice(1)}`)
    const each = [...secret].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')
    const urls = [url, `${url}?a=${secret}`, encoded, url.replace(secret, each)]
    for (const one of urls) expect([one, (await open(one)).status]).toEqual([one, 200])
    const others = [`${url}/`, `/${secret}`, `/api/calendar/${secret}`, `/api/Calendar/${secret}.ics`]
    for (const one of [...others, `${url}%zz`]) await open(one)
    await call({ method: 'HEAD', url })
    await as(dina).delete(own)
    await open(url)
    const metrics = await open('/metrics', { authorization: 'Bearer a-token-for-the-metrics-of-this-test' })
    expect(metrics.text).toContain('/api/calendar/:secret.ics')
    expect(metrics.text).not.toContain(secret)
    await app.close()
    log.end()
    const logged = await readAll(log)
    expect(logged).toContain('"path":"/api/calendar/:secret.ics"')
    for (const part of [secret, secret.slice(1), each]) expect(logged).not.toContain(part)
  })
})

test('lines are folded after 75 octets, never within a character', () => {
  expect(foldLine('a'.repeat(75))).toBe('a'.repeat(75))
  expect(foldLine('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`)
  expect(foldLine(`${'a'.repeat(74)}ö`)).toBe(`${'a'.repeat(74)}\r\n ö`)
  expect(
    foldLine('a'.repeat(150))
      .split('\r\n')
      .map(line => line.length),
  ).toEqual([75, 75, 2])
})

test('texts are escaped', () => {
  expect(escapeText('a\rb\u0085c\u2028d\u2029e\vf\fg')).toBe('a\\nb\\nc\\nd\\ne\\nf\\ng')
  expect(escapeText('a\\b;c,d\r\ne\rf\ng\u0000\u007f\th')).toBe('a\\\\b\\;c\\,d\\ne\\nf\\ng\th')
})
