import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewActivitySource, SourceKind } from '#shared/contract/activity.ts'
import type { SuggestedActivity } from '#shared/contract/suggestions.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { endOutgoingPause, pauseOutgoing } from '../../jobs/outgoing-pause.ts'
import { sweepActivityJob } from './sweep-activity.job.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const { as, call, cast, clock, ctx, db, make } = await startTestApp()
ctx.config.timeZone = 'UTC'
const website = await make.project({ name: 'Website' })
const path = '/api/activity-sources'

type Payload = Record<string, unknown>
const payloadOf = (name: string): Payload =>
  JSON.parse(readFileSync(new URL(`payloads/${name}.json`, import.meta.url), 'utf8'))

let counter = 0
async function createSource(kind: SourceKind = 'github'): Promise<NewActivitySource> {
  const input = { name: `Source ${++counter}`, kind, project_id: website.id }
  const reply = await as(cast.ada).post(path, input)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')

/** The headers that each kind of server sends with a body. */
function signed(
  { kind, secret }: Pick<NewActivitySource, 'kind' | 'secret'>,
  event: string,
  body: string,
): Record<string, string> {
  const id = `delivery-${++counter}`
  if (kind === 'gitlab') return { 'x-gitlab-token': secret, 'idempotency-key': id }
  const gitHub = {
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature-256': `sha256=${hmac(secret, body)}`,
  }
  return kind === 'github'
    ? gitHub
    : {
        ...gitHub,
        'x-gitea-event': event,
        'x-gitea-delivery': id,
        'x-gitea-signature': hmac(secret, body),
      }
}

const send = (address: string, body: string, headers: Record<string, string>) =>
  call({
    method: 'POST',
    url: new URL(address).pathname,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  })

async function deliver(source: NewActivitySource, event: string, payload: object, more: object = {}) {
  const body = JSON.stringify(payload)
  const reply = await send(source.address, body, { ...signed(source, event, body), ...more })
  expect(`${reply.status} ${reply.text}`).toBe('204 ')
}

async function activityOf(person: Person, date = '2026-03-10'): Promise<SuggestedActivity[]> {
  const reply = await as(person).get(`/api/reports/suggestions?date=${date}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.activity
}
const titlesOf = async (person: Person, date?: string) =>
  (await activityOf(person, date)).map(({ title }) => title)

const putAccount = (person: Person, payload: object) => as(person).put('/api/account', payload)

async function unmatchedOf({ id }: { id: number }): Promise<number> {
  const { body } = await as(cast.ada).get(`${path}?limit=100`)
  return body.data.find((each: { id: number }) => each.id === id).unmatched
}

beforeEach(async () => {
  clock.set('2026-03-10T09:00:00.000Z')
  await db.deleteFrom('activity').execute()
  await db.deleteFrom('activity_emails').execute()
  await db.deleteFrom('activity_logins').execute()
  await db.deleteFrom('activity_names').execute()
  await db.deleteFrom('activity_claims').execute()
  await db.deleteFrom('activity_code_mails').execute()
  await db.updateTable('users').set({ activity_off_at: null }).execute()
})

describe('sources', () => {
  test.each(['max', 'dina', 'desi'] as const)('are refused to %s', async key => {
    const { id } = await createSource()
    for (const reply of [
      await as(cast[key]).get(path),
      await as(cast[key]).post(path, { name: 'Mine', kind: 'github', project_id: website.id }),
      await as(cast[key]).put(`${path}/${id}`, { name: 'Mine' }),
      await as(cast[key]).delete(`${path}/${id}`),
      await as(cast[key]).post(`${path}/${id}/secret`),
    ])
      expectRefusal(reply, 403, messages.general.notAllowed)
  })

  test.each(
    refusedInputs([
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ name: 'x'.repeat(121) }, 'name', 'Name must be at most 120 characters'],
      [{ kind: 'bitbucket' }, 'kind', messages.activity.kindUnknown],
      [{ project_id: null }, 'project_id', messages.activity.projectRequired],
      [{ project_id: 999_999 }, 'project_id', messages.reports.projectMissing],
    ]),
  )('refuses %s', async (_name, wrong, field, sentence) => {
    const input = { name: 'Source', kind: 'github', project_id: website.id, ...wrong }
    expectRefusal(await as(cast.ada).post(path, input), 400, sentence, { [field]: sentence })
  })

  test('the secret is in the answers that make it alone, and a new one ends the former', async () => {
    const { secret, ...source } = await createSource()
    expect(source).toEqual({
      id: expect.any(Number),
      name: source.name,
      kind: 'github',
      project_id: website.id,
      address: expect.stringMatching(/^http:\/\/[^/]+\/api\/hooks\/[\w-]{24}$/),
      created_at: '2026-03-10T09:00:00.000Z',
      last_event_at: null,
      unmatched: 0,
    })
    const { body } = await as(cast.ada).get(`${path}?limit=100`)
    expect(body.data.at(-1)).toEqual(source)
    expect(body.pagination).toMatchObject({ total: body.data.length, page: 1 })
    expect(JSON.stringify(body)).not.toContain(secret)
    const replaced = await as(cast.ada).post(`${path}/${source.id}/secret`)
    expect(replaced.body).toEqual({ ...source, secret: expect.any(String) })
    expect(replaced.body.secret).not.toBe(secret)
    const ping = JSON.stringify({ zen: 'Keep it simple' })
    const former = await send(source.address, ping, signed({ ...source, secret }, 'ping', ping))
    expectRefusal(former, 401, messages.activity.hookRefused)
    await deliver(replaced.body, 'ping', { zen: 'Keep it simple' })
  })

  test('change their name and project, never their kind, and end with their address', async () => {
    const source = await createSource()
    const other = await make.project({ name: 'Other' })
    const put = (payload: object) => as(cast.ada).put(`${path}/${source.id}`, payload)
    const { secret: _, ...shown } = source
    expect((await put({ name: 'Renamed', kind: 'gitlab' })).body).toEqual({ ...shown, name: 'Renamed' })
    expect((await put({ project_id: other.id })).body).toMatchObject({ project_id: other.id })
    expect((await put({})).body).toMatchObject({ name: 'Renamed', project_id: other.id })
    expect((await put({ project_id: 999_999 })).status).toBe(400)
    await as(cast.ada).delete(`/api/projects/${other.id}`)
    expect((await put({ name: 'Still', project_id: other.id })).status).toBe(200)
    await deliver(source, 'ping', {})
    expect((await as(cast.ada).delete(`${path}/${source.id}`)).body.msg).toBe('Source Still deleted.')
    const gone = await send(source.address, '{}', signed(source, 'ping', '{}'))
    expectRefusal(gone, 401, messages.activity.hookRefused)
    for (const reply of [
      await put({ name: 'Gone' }),
      await as(cast.ada).delete(`${path}/${source.id}`),
      await as(cast.ada).post(`${path}/${source.id}/secret`),
    ])
      expectRefusal(reply, 404, messages.activity.sourceNotFound)
  })
})

describe('a call of a Git server', () => {
  test.each(['github', 'gitlab', 'gitea'] as const)(
    'with a wrong signature for %s is refused',
    async kind => {
      const source = await createSource(kind)
      const body = JSON.stringify(payloadOf('github.push'))
      const right = signed(source, 'push', body)
      const wrong = signed({ kind, secret: 'wrong' }, 'push', body)
      const unknown = new URL(source.address)
      unknown.pathname = `/api/hooks/${'x'.repeat(24)}`
      const answers = [
        await send(source.address, body, wrong),
        await send(source.address, body, {}),
        await send(unknown.href, body, right),
        // A signature for the secret of another kind of server.
        await send(
          source.address,
          body,
          signed({ ...source, kind: kind === 'gitlab' ? 'github' : 'gitlab' }, 'push', body),
        ),
      ]
      if (kind !== 'gitlab') answers.push(await send(source.address, `${body} `, right))
      for (const reply of answers) expectRefusal(reply, 401, 'This call was not accepted.')
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(await activityOf(cast.dina)).toEqual([])
      const { body: list } = await as(cast.ada).get(`${path}?limit=100`)
      expect(list.data.at(-1)).toMatchObject({ last_event_at: null, unmatched: 0 })
    },
  )

  test('of 10 MB is refused, whatever its signature', async () => {
    const source = await createSource()
    const body = JSON.stringify({ text: 'x'.repeat(10_000_000) })
    for (const address of [source.address, source.address.replace(/[^/]+$/, 'unknown')]) {
      const reply = await send(address, body, signed(source, 'push', body))
      expectRefusal(reply, 413, messages.general.bodyTooLarge)
    }
  })

  test('that is not JSON is refused after its signature was checked', async () => {
    const source = await createSource()
    for (const body of ['{"ref":', ''])
      expectRefusal(
        await send(source.address, body, signed(source, 'push', body)),
        400,
        messages.general.invalidJson,
      )
    expectRefusal(await send(source.address, '{', {}), 401, messages.activity.hookRefused)
  })

  test.each([
    ['ping', { zen: 'Design for failure.' }],
    ['push', { ref: 7, commits: 'none' }],
    ['push', { ref: 'refs/tags/v1', repository: {}, commits: [] }],
    ['pull_request', { action: 'opened' }],
    ['constructor', null],
  ])('about anything else changes nothing: %s', async (event, payload) => {
    const source = await createSource()
    const body = JSON.stringify(payload)
    expect((await send(source.address, body, signed(source, event, body))).status).toBe(204)
    expect(await db.selectFrom('activity').selectAll().execute()).toEqual([])
    expect(await unmatchedOf(source)).toBe(0)
  })

  test('stores nothing in a restored copy until an admin says that it is the original', async () => {
    const source = await createSource()
    await pauseOutgoing(db, clock)
    await deliver(source, 'push', payloadOf('github.push'))
    expect(await activityOf(cast.dina)).toEqual([])
    await endOutgoingPause(db)
    await deliver(source, 'push', payloadOf('github.push'))
    expect(await titlesOf(cast.dina)).toHaveLength(1)
  })
})

describe('GitHub', () => {
  test('a push: by author, without merges, bots and what was pushed before', async () => {
    const source = await createSource()
    await putAccount(cast.omar, { activity_logins: [{ kind: 'github', login: 'Omar-Dev' }] })
    await deliver(source, 'push', payloadOf('github.push'))
    expect(await activityOf(cast.dina)).toEqual([
      {
        title: 'Fix the login page and 1 more commit',
        link: `https://github.com/northwind/website/commit/${'a2'.repeat(20)}`,
        project_id: website.id,
        project_name: 'Website',
      },
    ])
    // The e-mail of his commit is hidden by GitHub and has his login.
    expect(await titlesOf(cast.omar)).toEqual(['Rename the buttons'])
    // Max pushed.
    expect(await activityOf(cast.max)).toEqual([])
    expect(await unmatchedOf(source)).toBe(1)
    const { body } = await as(cast.ada).get(`${path}?limit=100`)
    expect(body.data.at(-1)).toMatchObject({ last_event_at: '2026-03-10T09:00:00.000Z' })
  })

  test('a merged pull request stands for the commits of its branch and the squashed one', async () => {
    const source = await createSource()
    await putAccount(cast.dina, { activity_logins: [{ kind: 'github', login: 'dina-dev' }] })
    await deliver(source, 'push', payloadOf('github.push'))
    await deliver(source, 'pull_request', payloadOf('github.pull_request.closed'))
    const push = payloadOf('github.push')
    const [commit] = push.commits as Payload[]
    await deliver(source, 'push', {
      ...push,
      ref: 'refs/heads/main',
      commits: [{ ...commit, id: 'b1'.repeat(20), message: 'Sign in with one field less (#12)\n\n* More' }],
    })
    expect(await activityOf(cast.dina)).toEqual([
      {
        title: 'Sign in with one field less',
        link: 'https://github.com/northwind/website/pull/12',
        project_id: website.id,
        project_name: 'Website',
      },
    ])
  })

  test('commits that were rebased are counted once, and a merged request stands for their copies', async () => {
    const source = await createSource()
    await putAccount(cast.dina, { activity_logins: [{ kind: 'github', login: 'dina-dev' }] })
    const push = (first: number, branch: string) =>
      deliver(
        source,
        'push',
        pushOf(
          ['Check the e-mail', 'Fix the login page'].map((message, nth) => ({
            id: sha(first + nth),
            message,
          })),
          `refs/heads/${branch}`,
        ),
      )
    await push(1, 'login-page')
    await push(3, 'login-page')
    expect(await titlesOf(cast.dina)).toEqual(['Fix the login page and 1 more commit'])
    await push(5, 'main')
    expect(await activityOf(cast.dina)).toHaveLength(2)
    await deliver(source, 'pull_request', payloadOf('github.pull_request.closed'))
    expect(await titlesOf(cast.dina)).toEqual(['Sign in with one field less'])
  })

  test('a pull request that is closed without being merged is nothing', async () => {
    const payload = payloadOf('github.pull_request.closed')
    await putAccount(cast.dina, { activity_logins: [{ kind: 'github', login: 'dina-dev' }] })
    await deliver(await createSource(), 'pull_request', {
      ...payload,
      pull_request: { ...(payload.pull_request as Payload), merged: false, merged_at: null },
    })
    expect(await activityOf(cast.dina)).toEqual([])
  })

  test('a closed issue belongs to its assignee', async () => {
    const source = await createSource()
    await putAccount(cast.omar, { activity_logins: [{ kind: 'github', login: 'omar-dev' }] })
    await deliver(source, 'issues', payloadOf('github.issues.closed'))
    expect(await titlesOf(cast.omar)).toEqual(['The login page forgets the e-mail'])
    // The same login on another kind of server is another person.
    await putAccount(cast.omar, { activity_logins: [{ kind: 'gitlab', login: 'omar-dev' }] })
    await db.deleteFrom('activity').execute()
    await deliver(await createSource(), 'issues', payloadOf('github.issues.closed'))
    expect(await activityOf(cast.omar)).toEqual([])
  })

  test('events that don’t name their repository are understood too', async () => {
    const source = await createSource()
    const bare = (name: string) => ({ ...payloadOf(name), repository: undefined })
    await putAccount(cast.omar, { activity_logins: [{ kind: 'github', login: 'omar-dev' }] })
    await deliver(source, 'push', bare('github.push'))
    expect(await titlesOf(cast.dina)).toEqual(['Fix the login page and 1 more commit'])
    await deliver(source, 'issues', bare('github.issues.closed'))
    const issue = payloadOf('github.issues.closed').issue as Payload
    const other = {
      ...issue,
      title: 'Another repository',
      html_url: 'https://github.com/northwind/shop/issues/7',
    }
    await deliver(source, 'issues', { ...bare('github.issues.closed'), issue: other })
    expect(await titlesOf(cast.omar)).toEqual(
      expect.arrayContaining(['The login page forgets the e-mail', 'Another repository']),
    )
  })

  test('an event in the field of a form', async () => {
    const source = await createSource()
    const body = new URLSearchParams({ payload: JSON.stringify(payloadOf('github.push')) }).toString()
    const headers = { ...signed(source, 'push', body), 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send(source.address, body, headers)).status).toBe(204)
    expect(await titlesOf(cast.dina)).toHaveLength(1)
  })
})

describe('Gitea', () => {
  test('a push, a merged pull request and a closed issue', async () => {
    const source = await createSource('gitea')
    await putAccount(cast.omar, {
      activity_emails: ['Omar@Home.example'],
      activity_logins: [{ kind: 'gitea', login: 'omar' }],
    })
    await deliver(source, 'push', payloadOf('gitea.push'))
    expect(await titlesOf(cast.dina)).toEqual(['Count the answers'])
    expect(await titlesOf(cast.omar)).toEqual(['Answer faster'])
    await deliver(source, 'pull_request', payloadOf('gitea.pull_request'))
    expect(await titlesOf(cast.omar)).toEqual(['Faster answers'])
    await deliver(source, 'issues', payloadOf('gitea.issues'))
    expect(await titlesOf(cast.dina)).toEqual(['Answers are slow', 'Count the answers'])
    expect(await unmatchedOf(source)).toBe(0)
  })

  test('names its event in either header', async () => {
    const source = await createSource('gitea')
    const body = JSON.stringify(payloadOf('gitea.push'))
    const { 'x-gitea-event': _, ...headers } = signed(source, 'push', body)
    expect((await send(source.address, body, headers)).status).toBe(204)
    expect(await titlesOf(cast.dina)).toEqual(['Count the answers'])
  })

  test('is known by either of its signatures', async () => {
    const source = await createSource('gitea')
    const body = JSON.stringify(payloadOf('gitea.push'))
    const { 'x-gitea-signature': own, 'x-hub-signature-256': hub, ...rest } = signed(source, 'push', body)
    for (const [name, signature = ''] of [
      ['x-gitea-signature', own],
      ['x-hub-signature-256', hub],
    ] as const)
      expect((await send(source.address, body, { ...rest, [name]: signature })).status).toBe(204)
  })
})

describe('GitLab', () => {
  test('a push, a merged request of an assignee and a closed issue', async () => {
    const source = await createSource('gitlab')
    await putAccount(cast.omar, { activity_logins: [{ kind: 'gitlab', login: 'omar.dev' }] })
    await deliver(source, 'push', payloadOf('gitlab.push'))
    expect(await titlesOf(cast.dina)).toEqual(['Empty the cart and 1 more commit'])
    await deliver(source, 'merge_request', payloadOf('gitlab.merge_request'))
    await deliver(source, 'issue', payloadOf('gitlab.issue'))
    expect(await titlesOf(cast.omar)).toEqual(['The cart is lost at midnight', 'Keep the cart for a day'])
    expect(await unmatchedOf(source)).toBe(0)
  })

  test('an issue of an earlier version, which names one assignee', async () => {
    const { assignees, ...payload } = payloadOf('gitlab.issue')
    const [assignee] = assignees as Payload[]
    await putAccount(cast.omar, { activity_logins: [{ kind: 'gitlab', login: 'omar.dev' }] })
    await deliver(await createSource('gitlab'), 'issue', { ...payload, assignee, project: undefined })
    expect(await titlesOf(cast.omar)).toEqual(['The cart is lost at midnight'])
  })

  test('a request whose author is not described belongs to the author of its last commit', async () => {
    await deliver(await createSource('gitlab'), 'merge_request', {
      ...payloadOf('gitlab.merge_request'),
      assignees: [],
    })
    expect(await titlesOf(cast.dina)).toEqual(['Keep the cart for a day'])
  })

  test('an author whose e-mail is hidden is known by that of the last commit, if it has the same name', async () => {
    const payload = payloadOf('gitlab.merge_request')
    const [omar] = payload.assignees as Payload[]
    const assigned = (person: object) => ({ ...payload, assignees: [{ ...omar, ...person }] })
    await deliver(await createSource('gitlab'), 'merge_request', assigned({ name: 'Omar Developer' }))
    expect(await activityOf(cast.dina)).toEqual([])
    const self = { name: 'Dina Developer', username: 'dina' }
    await deliver(await createSource('gitlab'), 'merge_request', assigned(self))
    expect(await titlesOf(cast.dina)).toEqual(['Keep the cart for a day'])
  })
})

/** A push of commits by Dina. */
function pushOf(commits: Payload[], ref = 'refs/heads/main') {
  const push = payloadOf('github.push')
  const [first] = push.commits as Payload[]
  return { ...push, ref, commits: commits.map(each => ({ ...first, ...each })) }
}
const sha = (number: number) => number.toString(16).padStart(40, '0')

describe('how much is kept', () => {
  test('a push of 500 commits is one row, and at most 200 a day are stored', async () => {
    const source = await createSource()
    const commits = Array.from({ length: 500 }, (_, index) => ({ id: sha(index), message: `Step ${index}` }))
    await deliver(source, 'push', pushOf(commits))
    await deliver(source, 'push', pushOf([{ id: sha(501), message: 'Another branch' }], 'refs/heads/other'))
    expect(await activityOf(cast.dina)).toHaveLength(1)
    expect((await titlesOf(cast.dina))[0]).toMatch(/^Step \d+ and 199 more commits$/)
    const stored = await db.selectFrom('activity').select('id').execute()
    expect(stored).toHaveLength(limits.activityPerDay)
    await deliver(source, 'push', pushOf([{ id: sha(502), timestamp: '2026-03-09T23:59:59Z' }]))
    expect(await activityOf(cast.dina, '2026-03-09')).toHaveLength(1)
  })

  test('deliveries at once don’t exceed the limit', async () => {
    const source = await createSource()
    const push = (from: number) =>
      deliver(
        source,
        'push',
        pushOf(Array.from({ length: 80 }, (_, index) => ({ id: sha(from + index), message: 'Work' }))),
      )
    await Promise.all([push(1000), push(2000), push(3000), push(4000)])
    expect(await db.selectFrom('activity').select('id').execute()).toHaveLength(limits.activityPerDay)
  })

  test('each commit once, also from two sources; a repeated delivery changes nothing', async () => {
    const source = await createSource()
    const body = JSON.stringify(payloadOf('github.push'))
    const headers = signed(source, 'push', body)
    await send(source.address, body, headers)
    expect(await unmatchedOf(source)).toBe(2)
    // The same id with the same body, the same body with another id, and the same id with another body.
    const changed = JSON.stringify(pushOf([{ id: sha(7), message: 'Changed' }]))
    const { 'x-github-delivery': id = '' } = headers
    for (const [sent, more] of [
      [body, headers],
      [body, { ...headers, 'x-github-delivery': 'other' }],
      [changed, { ...signed(source, 'push', changed), 'x-github-delivery': id }],
    ] as const)
      expect((await send(source.address, sent, more)).status).toBe(204)
    expect(await unmatchedOf(source)).toBe(2)
    await deliver(await createSource(), 'push', payloadOf('github.push'))
    expect(await titlesOf(cast.dina)).toEqual(['Fix the login page and 1 more commit'])
    const next = JSON.stringify(pushOf([{ id: sha(8), message: 'New' }]))
    const all = await Promise.all(
      Array.from({ length: 5 }, () => send(source.address, next, signed(source, 'push', next))),
    )
    expect(all.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect(await titlesOf(cast.dina)).toEqual(['Fix the login page and 1 more commit', 'New'])
  })

  test('the first line of a title, cut, without what a database can’t store; links of the web alone', async () => {
    const source = await createSource()
    await deliver(
      source,
      'push',
      pushOf([{ id: sha(1), message: `\u0000  ${'☕'.repeat(300)}\nMore`, url: 'javascript:alert(1)' }]),
    )
    const [row] = await activityOf(cast.dina)
    expect(row).toMatchObject({ title: '☕'.repeat(200), link: null })
    await deliver(source, 'push', pushOf([{ id: sha(2), message: `Longer ${'☕'.repeat(300)}` }]))
    const [title = ''] = await titlesOf(cast.dina)
    expect(title).toMatch(/^Longer ☕+ and 1 more commit$/u)
    expect([...title]).toHaveLength(200)
  })

  test('a commit of an unknown shape doesn’t lose the others of its push', async () => {
    const { commits, ...rest } = pushOf([{ id: sha(1), message: 'Fix the login page' }]) as {
      commits: object[]
    }
    await deliver(await createSource(), 'push', { ...rest, commits: [{ id: sha(2) }, null, ...commits] })
    expect(await titlesOf(cast.dina)).toEqual(['Fix the login page'])
  })

  test('a merge is told by its parents, or else by its message', async () => {
    const source = await createSource()
    await deliver(
      source,
      'push',
      pushOf([
        { id: sha(1), message: 'Merge the two lists', parents: [{}] },
        { id: sha(2), message: 'Joined', parents: [{}, {}] },
        { id: sha(3), message: "Merge branch 'main'" },
      ]),
    )
    expect(await titlesOf(cast.dina)).toEqual(['Merge the two lists'])
  })

  test('the day is that of the author’s zone; a commit of tomorrow happened now, one of last month never', async () => {
    const person = await make.user()
    await putAccount(person, { time_zone: 'Pacific/Auckland', activity_emails: ['dina@home.example'] })
    const by = (id: number, message: string, timestamp: string) => ({
      id: sha(id),
      message,
      timestamp,
      author: { name: 'Dina', email: 'DINA@home.example' },
    })
    await deliver(
      await createSource(),
      'push',
      pushOf([
        by(1, 'In the evening', '2026-03-09T10:59:59Z'),
        by(2, 'After midnight', '2026-03-10T00:00:00+13:00'),
        by(3, 'Wrong clock', '2031-01-01T00:00:00Z'),
        by(4, 'Old', '2026-02-24T08:59:59Z'),
      ]),
    )
    expect(await titlesOf(person, '2026-03-09')).toEqual(['In the evening'])
    expect(await titlesOf(person, '2026-03-10')).toEqual(['Wrong clock and 1 more commit'])
    expect(await db.selectFrom('activity').select('id').execute()).toHaveLength(3)
  })

  test('is deleted after 14 days, with the ids of deliveries', async () => {
    await deliver(await createSource(), 'push', payloadOf('github.push'))
    const run = () => sweepActivityJob.run(ctx, null, new AbortController().signal)
    clock.set('2026-03-24T08:00:00.000Z')
    await run()
    expect(await titlesOf(cast.dina)).toHaveLength(1)
    clock.set('2026-03-24T09:00:01.000Z')
    await run()
    expect(await activityOf(cast.dina)).toEqual([])
    expect(await db.selectFrom('activity_deliveries').selectAll().execute()).toEqual([])
  })

  test('a row of a deleted project has none', async () => {
    const gone = await make.project({ name: 'Gone soon' })
    const { body: source } = await as(cast.ada).post(path, { name: 'X', kind: 'github', project_id: gone.id })
    await deliver(source, 'push', payloadOf('github.push'))
    expect(await activityOf(cast.dina)).toMatchObject([{ project_name: 'Gone soon' }])
    await as(cast.ada).delete(`/api/projects/${gone.id}`)
    expect(await activityOf(cast.dina)).toMatchObject([{ project_id: null, project_name: null }])
  })
})

describe('POST /activity', () => {
  const item = {
    title: 'Answered a ticket',
    url: 'https://tickets.example/4711',
    at: '2026-03-10T08:00:00+01:00',
    external_id: '4711',
  }

  test.each(
    refusedInputs([
      [{ title: ' ' }, 'items.0.title', 'Title is required'],
      [{ url: 'javascript:alert(1)' }, 'items.0.url', messages.activity.urlInvalid],
      [{ url: 'tickets.example/1' }, 'items.0.url', messages.activity.urlInvalid],
      [{ at: '2026-03-10' }, 'items.0.at', messages.activity.atInvalid],
      [{ at: '2026-03-10T08:00:00' }, 'items.0.at', messages.activity.atInvalid],
      [{ external_id: 'x'.repeat(201) }, 'items.0.external_id', 'external_id must be at most 200 characters'],
      [{ project_id: 999_999 }, 'items.0.project_id', messages.reports.projectMissing],
    ]),
  )('refuses %s', async (_name, wrong, field, sentence) => {
    const reply = await as(cast.dina).post('/api/activity', { items: [{ ...item, ...wrong }] })
    expectRefusal(reply, 400, sentence, { [field]: sentence })
  })

  test('refuses no items, too many, and tokens that only read', async () => {
    const post = (items: unknown) => as(cast.dina).post('/api/activity', { items })
    expect((await post([])).body.msg).toBe('Send at least one item')
    expect((await post(Array.from({ length: 101 }, () => item))).body.msg).toBe(
      'Send at most 100 items at once',
    )
    const { body } = await as(cast.dina).post('/api/account/tokens', {
      name: 'Reader',
      scope: 'read',
      expires_in_days: 30,
    })
    expectRefusal(
      await as({ token: body.token }).post('/api/activity', { items: [item] }),
      403,
      messages.accessTokens.readOnly,
    )
    expect(await activityOf(cast.dina)).toEqual([])
  })

  test('stores each item once, for the person of the token, and no other user sees it', async () => {
    const { body: token } = await as(cast.dina).post('/api/account/tokens', {
      name: 'Tickets',
      scope: 'write',
      expires_in_days: 30,
    })
    const post = (items: object[]) => as({ token: token.token }).post('/api/activity', { items })
    const more = { ...item, external_id: '4712', title: 'Another\nwith more', project_id: website.id }
    expect((await post([item, item, more])).body).toEqual({ created: 2, skipped: 1 })
    const again = await Promise.all([post([item, more]), post([item, more])])
    expect(again.map(({ status, body }) => [status, body.created])).toEqual([
      [201, 0],
      [201, 0],
    ])
    expect(await activityOf(cast.dina)).toEqual([
      { title: 'Another', link: item.url, project_id: website.id, project_name: 'Website' },
      { title: 'Answered a ticket', link: item.url, project_id: null, project_name: null },
    ])
    for (const other of [cast.ada, cast.max, cast.omar]) {
      expect(await activityOf(other)).toEqual([])
      const export_ = await as(other).get('/api/account/export')
      expect(export_.body.activity).toEqual([])
    }
    const old = { ...item, external_id: 'old', at: '2026-02-01T00:00:00Z' }
    expect((await post([old])).body).toEqual({ created: 0, skipped: 1 })
  })
})

describe('on the account', () => {
  test.each(
    refusedInputs([
      [{ activity: 'no' }, 'activity', 'activity is not valid'],
      [{ activity_emails: ['x'] }, 'activity_emails.0', messages.users.emailInvalid],
      [
        { activity_emails: Array.from({ length: 6 }, (_, n) => `${n}@example.com`) },
        'activity_emails',
        'List at most 5 emails',
      ],
      [
        { activity_logins: [{ kind: 'svn', login: 'x' }] },
        'activity_logins.0.kind',
        messages.activity.kindUnknown,
      ],
      [
        { activity_logins: [{ kind: 'github', login: 'a b' }] },
        'activity_logins.0.login',
        messages.activity.loginInvalid,
      ],
    ]),
  )('refuses %s', async (_name, wrong, field, sentence) => {
    expectRefusal(await putAccount(cast.dina, wrong), 400, sentence, { [field]: sentence })
  })

  test('an e-mail and a login belong to one person, also when two list them at once', async () => {
    const logins = { activity_logins: [{ kind: 'github', login: 'shared' }] }
    const emails = { activity_emails: ['team@home.example'] }
    for (const input of [logins, emails]) {
      const replies = await Promise.all([cast.dina, cast.omar].map(person => putAccount(person, input)))
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
    }
    const held = [
      ...(await db.selectFrom('activity_emails').select('user_id').execute()),
      ...(await db.selectFrom('activity_logins').select('user_id').execute()),
    ]
    expect(held).toHaveLength(2)
    // Nothing of a refused change is stored.
    const name = { name: 'Not Desi', activity_emails: ['desi@home.example', 'no email'] }
    expect((await putAccount(cast.desi, name)).status).toBe(400)
    expect((await as(cast.desi).get('/api/account')).body).toMatchObject({
      name: cast.desi.name,
      activity_emails: [],
    })
  })

  test('the lists are replaced as a whole, in lower case, each once', async () => {
    const { body } = await putAccount(cast.dina, {
      activity_emails: ['B@home.example', 'a@home.example', 'b@home.example'],
      activity_logins: [
        { kind: 'gitlab', login: ' Dina ' },
        { kind: 'github', login: 'dina' },
        { kind: 'gitlab', login: 'dina' },
      ],
    })
    const expected = {
      activity: true,
      activity_emails: ['a@home.example', 'b@home.example'],
      activity_logins: [
        { kind: 'github', login: 'dina' },
        { kind: 'gitlab', login: 'dina' },
      ],
    }
    expect(body).toMatchObject(expected)
    expect((await putAccount(cast.dina, { name: cast.dina.name })).body).toMatchObject(expected)
    const less = await putAccount(cast.dina, { activity_emails: [], activity_logins: [] })
    expect(less.body).toMatchObject({ activity_emails: [], activity_logins: [] })
  })

  test('off deletes what is stored and stores no more; it counts as unmatched neither', async () => {
    const source = await createSource()
    await deliver(source, 'push', pushOf([{ id: sha(1), message: 'Work' }]))
    expect(await titlesOf(cast.dina)).toEqual(['Work'])
    expect((await putAccount(cast.dina, { activity: false })).body).toMatchObject({ activity: false })
    expect(await activityOf(cast.dina)).toEqual([])
    await deliver(source, 'push', pushOf([{ id: sha(2), message: 'More work' }]))
    const items = [{ title: 'X', url: 'https://example.com', at: '2026-03-10T08:00:00Z', external_id: '1' }]
    expect((await as(cast.dina).post('/api/activity', { items })).body).toEqual({ created: 0, skipped: 1 })
    expect(await db.selectFrom('activity').selectAll().execute()).toEqual([])
    expect(await unmatchedOf(source)).toBe(0)
    await putAccount(cast.dina, { activity: true })
    expect(await activityOf(cast.dina)).toEqual([])
    await deliver(source, 'push', pushOf([{ id: sha(3), message: 'Again' }]))
    expect(await titlesOf(cast.dina)).toEqual(['Again'])
  })

  test('an account’s own e-mail counts more than one that another account lists', async () => {
    await putAccount(cast.omar, { activity_emails: ['newcomer@example.com'] })
    const newcomer = await make.user('developer', { email: 'newcomer@example.com' })
    const author = { name: 'New', email: 'newcomer@example.com' }
    await deliver(await createSource(), 'push', pushOf([{ id: sha(1), message: 'First', author }]))
    expect(await titlesOf(newcomer)).toEqual(['First'])
    expect(await activityOf(cast.omar)).toEqual([])
  })

  test('is in one’s own download, and ends with the account', async () => {
    const person = await make.user('developer', { email: 'leaver@example.com' })
    await putAccount(person, {
      activity_emails: ['leaver@home.example'],
      activity_logins: [{ kind: 'github', login: 'leaver' }],
    })
    const author = { name: 'Leaver', email: 'leaver@home.example' }
    const source = await createSource()
    const commits = Array.from({ length: 60 }, (_, index) => ({
      id: sha(index),
      message: `Step ${index}`,
      author,
    }))
    await deliver(source, 'push', pushOf(commits))
    const { body } = await as(person).get('/api/account/export')
    expect(body.activity).toHaveLength(60)
    expect(body.activity[0]).toEqual({
      id: expect.any(Number),
      kind: 'commit',
      title: 'Step 0',
      link: expect.stringMatching(/^https:/),
      project_name: 'Website',
      happened_at: '2026-03-10T08:12:00.000Z',
    })
    expect((await as(cast.ada).delete(`/api/users/${person.id}`)).status).toBe(200)
    for (const table of ['activity', 'activity_emails', 'activity_logins'] as const)
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', person.id).execute()).toEqual([])
    await deliver(source, 'push', pushOf([{ id: sha(99), message: 'Late', author }]))
    expect(await unmatchedOf(source)).toBe(1)
  })
})
