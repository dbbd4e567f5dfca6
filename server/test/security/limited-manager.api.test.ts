import { describe, expect, test } from 'vitest'
import { can, type Permission } from '#shared/permissions.ts'
import { type LiveRoute, liveRoutes } from '../live-routes.ts'
import { reportBody } from '../make.ts'
import { type Person, type Reply, startTestApp } from '../start-test-app.ts'
import { publicCalls, rowOrFail } from './authorization-matrix.ts'
import { type BodyFacts, privateTo } from './cases.ts'
import { type Request, requestsTo } from './requests.ts'

// Two more columns of the authorization matrix: a manager who sees only the people of a team, against a member of the team
// and against a stranger. Every call must answer about a stranger as if that person didn't exist.

const testApp = await startTestApp({ settings: { EDIT_WINDOW_DAYS: '366' } })
const { as, call, cast, ctx, newToken } = testApp
const { make, newPerson, requestFor } = await requestsTo(testApp)
const calls = (await liveRoutes(ctx)).filter(({ method }) => method !== 'HEAD')

const { ada, max, dina: member, desi: stranger } = cast
await as(ada).put('/api/settings', { manager_scope: 'teams' })
const ownTeam = await as(ada).post('/api/teams', {
  name: 'Own team',
  lead_ids: [max.id],
  member_ids: [member.id],
})
const team_ids: number[] = [ownTeam.body.id]

/** Things that belong to no person, and values such as days: each reviewer may use all of them. */
const shared = ['project', 'file', 'url', 'holiday', 'day', 'role', 'delivery', 'formerPerson']
/** Things that exist for their owner alone, so that the caller's role and team change nothing. */
const own = ['signIn']

const mayCall = ({ access, name }: LiveRoute) =>
  !publicCalls.includes(name) &&
  access !== undefined &&
  (access === 'signedIn' || can(max, access as Permission))

/** Each request has a sign-in of its own, because some calls end those of the caller. */
async function send(request: Request, caller: Person = max): Promise<Reply> {
  return call({ ...request, headers: { ...request.headers, 'x-auth-token': await newToken(caller) } })
}

/** A new account needs one of the manager's teams. */
function inOwnTeam({ payload, ...request }: Request, { name }: LiveRoute): Request {
  if (name === 'POST /api/auth/register') return { ...request, payload: { ...(payload as object), team_ids } }
  if (name === 'POST /api/users/import') {
    const { people } = payload as { people: object[] }
    return {
      ...request,
      payload: {
        ...(payload as object),
        people: people.map(person => ({ ...person, teams: ['Own team'] })),
      },
    }
  }
  return { ...request, ...(payload !== undefined && { payload }) }
}

const isPersonal = (route: LiveRoute) => {
  const { thing } = rowOrFail(route)
  return thing !== undefined && !shared.includes(thing) && !own.includes(thing)
}

describe.each(calls.filter(route => mayCall(route) && isPersonal(route)))('$method $url', route => {
  const row = rowOrFail(route)

  test('of a member answers as to every manager', async () => {
    const codes = [row.manager].flat()
    // A team is made with its owner as a lead, and the default person of requests is a member of it.
    const isTeam = row.thing === 'team'
    const other = row.thing === 'person' ? await newMember() : member
    const request = isTeam
      ? await requestFor(route, row, max, 'own')
      : await requestFor(route, row, max, 'others', { other, personId: member.id })
    const reply = await send(inOwnTeam(request, route))
    expect(reply.status, reply.text).toBe(codes[isTeam ? 0 : 1] ?? codes[0])
  })

  test('of a stranger answers as if the person or thing did not exist', async () => {
    const named = { other: stranger, personId: member.id }
    const missing = await send(inOwnTeam(await requestFor(route, row, max, 'missing', named), route))
    const reply = await send(inOwnTeam(await requestFor(route, row, max, 'others', named), route))
    expect(`${reply.status} ${reply.text}`).toBe(`${missing.status} ${missing.text}`)
    expectNothingOf(stranger, reply)
  })
})

describe.each(calls.filter(route => mayCall(route) && !isPersonal(route)))('$method $url', route => {
  test('answers as to every manager', async () => {
    const row = rowOrFail(route)
    const reply = await send(inOwnTeam(await requestFor(route, row, max, 'own'), route))
    expect(reply.status, reply.text).toBe([row.manager].flat()[0])
  })
})

async function newMember(): Promise<Person> {
  const person = await newPerson()
  await as(ada).post(`/api/teams/${team_ids[0]}/members`, { user_ids: [person.id] })
  return person
}

function expectNothingOf({ id, name, email }: Person, reply: Reply) {
  const received = `${reply.text}\n${JSON.stringify(reply.headers)}`
  for (const word of [privateTo({ id }), name, email]) expect(received).not.toContain(word)
}

/** Whether the example of the call's body names a person. */
function namesPerson(route: LiveRoute): boolean {
  const { body } = rowOrFail(route)
  if (typeof body !== 'function') return false
  const facts: BodyFacts = {
    unique: 1,
    callerRole: 'manager',
    isOwn: true,
    thingId: 1,
    projectId: 1,
    personId: 987_654,
    reviewerId: 1,
    day: '2026-03-09',
  }
  return JSON.stringify(body(facts)).includes('987654')
}

describe.each(calls.filter(route => mayCall(route) && namesPerson(route)))(
  '$method $url with a person in its body',
  route => {
    test('refuses a stranger as an unknown person, and takes a member', async () => {
      const row = rowOrFail(route)
      // The first request gets a project of its own, because a second one with the same name would be refused.
      const naming = async (personId: number) => {
        const request = await requestFor(route, row, max, 'own', { personId })
        return send(inOwnTeam(request, route))
      }
      const [unknown, reply, taken] = [
        await naming(987_654),
        await naming(stranger.id),
        await naming(member.id),
      ]
      expect(`${reply.status} ${reply.text}`).toBe(`${unknown.status} ${unknown.text}`)
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(taken.status, taken.text).toBeLessThan(300)
    })
  },
)

// Sums and counts: what a stranger does must not change any answer to the manager.

const project = await make('project', member)
const things = new Map<string, number>([['project', project]])
for (const kind of ['report', 'task', 'blocker', 'absence']) things.set(kind, await make(kind, member))
const reported = reportBody({ project_id: project, blockers: 'In sight' })
expect((await as(member).post('/api/reports', reported)).status).toBe(201)
const readable = calls.filter(
  route =>
    route.method === 'GET' &&
    mayCall(route) &&
    // The member has a password, so there is no invitation to read.
    route.url !== '/api/users/:id/invitation' &&
    !['signIn', 'formerPerson', 'delivery', 'file', 'url', 'holiday'].includes(rowOrFail(route).thing ?? ''),
)

async function answerTo(route: LiveRoute): Promise<string> {
  const { thing, query } = rowOrFail(route)
  const id = String(
    thing === 'person' ? member.id : thing === 'team' ? team_ids[0] : (things.get(thing ?? '') ?? ''),
  )
  const path = route.url.replace(
    /:\w+/,
    thing === 'day' ? '2026-03-09' : thing === 'role' ? stranger.role : id,
  )
  const filters = [query.replace(':id', id), ...(filtersOf[route.url] ?? [])]
  const reply = await as(max).get(`${path}?${filters.filter(Boolean).join('&')}`)
  return `${reply.status} ${reply.text}`
}

const filtersOf: Record<string, string[]> = {
  '/api/reports/suggestions': ['date=2026-03-10'],
  '/api/team/day': ['date=2026-03-09'],
  '/api/calendar/team': ['month=2026-03'],
}

test('nothing that a stranger does changes an answer to the manager', async () => {
  const before = new Map<string, string>()
  for (const route of readable) before.set(route.name, await answerTo(route))
  expect([...before].filter(([, answer]) => !answer.startsWith('200'))).toEqual([])
  await actAsStranger()
  for (const route of readable)
    expect(`${route.name} ${await answerTo(route)}`).toBe(`${route.name} ${before.get(route.name)}`)
  // An admin sees all of it, so the stranger did something.
  const { body } = await as(ada).get('/api/reports?date=2026-03-09')
  expect(body.total).toBeGreaterThan(0)
})

async function actAsStranger(): Promise<void> {
  // The requests above have reported for the other stranger.
  const other = cast.mark
  await newPerson()
  const task = { title: 'Hidden', project_id: project, assigned_to: other.id, expected_hours: 2 }
  const { id: task_id } = (await as(ada).post('/api/tasks', task)).body.data
  const rows = [{ description: 'Hidden work', hours: '2.30', project_id: project, task_id }]
  for (const date of ['2026-03-09', '2026-03-10']) {
    const body = reportBody({ date, project_id: project, blockers: `Hidden ${date}`, task_details: rows })
    const { report } = (await as(other).post('/api/reports', body)).body
    await as(other).put(`/api/reports/${report.id}`, { ...body, tomorrow_plan: 'Hidden plan' })
    const comment = { comment: 'Hidden comment', mentions: [max.id, ada.id] }
    expect((await as(other).post(`/api/reports/${report.id}/comments`, comment)).status).toBe(201)
  }
  const { data } = (await as(ada).get(`/api/blockers?userId=${other.id}`)).body
  await as(ada).put(`/api/blockers/${data[0].id}`, { owner_id: max.id })
  await as(ada).post(`/api/blockers/${data[1].id}/resolve`, {})
  await as(other).post(`/api/tasks/${task_id}/status`, { status: 'completed', actual_hours: 2 })
  const absence = { start_date: '2026-03-16', end_date: '2026-03-17', kind: 'vacation' }
  expect((await as(other).post('/api/absences', absence)).status).toBe(201)
  expect((await as(ada).post('/api/teams', { name: 'Hidden', member_ids: [other.id] })).status).toBe(201)
}
