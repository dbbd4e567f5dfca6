import { describe, expect, test } from 'vitest'
import type { TokenScope } from '#shared/contract/access-tokens.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { limitManagers } from '../../../test/limited-manager.ts'
import { connectAssistant } from '../../../test/mcp-client.ts'
import { expectRefusal, openTestApp, type Person, startTestApp } from '../../../test/start-test-app.ts'

// Tuesday 10 March 2026, 9:00 UTC. The client is that of the official SDK, over real HTTP.
const testApp = await startTestApp()
const { app, as, call, cast, clock, ctx, make } = testApp
const url = await app.listen({ host: '127.0.0.1', port: 0 })
ctx.config.timeZone = 'UTC'
const website = await make.project({ name: 'Website', developers: [cast.dina.id] })
const shop = await make.project({ name: 'Shop' })

const readTools = ['my_day', 'my_reports', 'blockers', 'search']
const today = '2026-03-10'

async function tokenOf(person: Person, scope: TokenScope, name = 'Assistant'): Promise<string> {
  const reply = await as(person).post('/api/account/tokens', { name, scope, expires_in_days: 30 })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.token
}

const assistantOf = async (person: Person, scope: TokenScope = 'read') =>
  connectAssistant(url, await tokenOf(person, scope))

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** One message as curl sends it. */
const send = (token: string | undefined, payload: object = message, headers: object = {}, query = '') =>
  call({
    method: 'POST',
    url: `/api/mcp${query}`,
    payload,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  })

describe('the tools that are listed', () => {
  test.each([
    ['staff that may read', 'dina', 'read', readTools],
    ['staff that may write', 'dina', 'write', [...readTools, 'save_report_draft']],
    ['a manager that may read', 'max', 'read', [...readTools, 'team_day']],
    ['a manager that may write', 'max', 'write', [...readTools, 'team_day', 'save_report_draft']],
    ['an admin that may write', 'ada', 'write', [...readTools, 'team_day', 'save_report_draft']],
  ] as const)('of %s', async (_who, person, scope, expected) => {
    const assistant = await assistantOf(cast[person], scope)
    expect((await assistant.toolNames()).sort()).toEqual([...expected].sort())
  })

  test('say what they take: descriptions, and schemas that need no other document', async () => {
    const listed = await (await assistantOf(cast.max, 'write')).listTools()
    for (const { description, inputSchema, annotations, name } of listed) {
      expect(description?.length, name).toBeGreaterThan(40)
      expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      expect(JSON.stringify(inputSchema), name).not.toContain('$ref')
      expect(annotations?.readOnlyHint, name).toBe(name !== 'save_report_draft')
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
        expect(schema, `${name}.${field}`).toHaveProperty('description')
    }
    const draft = listed.find(({ name }) => name === 'save_report_draft')
    expect(draft?.inputSchema.required ?? []).toEqual([])
    expect(Object.keys(draft?.inputSchema.properties ?? {}).sort()).toEqual(
      ['date', 'tasks', 'blockers', 'tomorrow_plan', 'task_details'].sort(),
    )
    expect(listed.some(({ name }) => /submit|send/.test(name))).toBe(false)
  })

  test('are the same in the revision without a handshake', async () => {
    const assistant = await connectAssistant(url, await tokenOf(cast.desi, 'read'), { isModern: true })
    expect((await assistant.toolNames()).sort()).toEqual([...readTools].sort())
    expect(await assistant.ask('my_day')).toMatchObject({ date: today })
  })

  test('follow the role at the time of the call', async () => {
    const person = await make.user('manager')
    const assistant = await assistantOf(person)
    expect(await assistant.toolNames()).toContain('team_day')
    const { name, email } = person
    const changed = await as(cast.ada).put(`/api/users/${person.id}`, { name, email, role: 'designer' })
    expect(changed.status, changed.text).toBe(200)
    expect(await assistant.toolNames()).not.toContain('team_day')
    expect(await assistant.refused('team_day')).toBe('There is no tool "team_day" for you')
  })
})

describe('a tool', () => {
  test('my_day has the suggestions, the open tasks, and the projects that a row can name', async () => {
    const person = await make.user()
    expect(
      (
        await as(cast.ada).put(`/api/projects/${website.id}`, {
          name: 'Website',
          developers: [cast.dina.id, person.id],
        })
      ).status,
    ).toBe(200)
    await make.report(person, { date: '2026-03-09', project_id: website.id, tomorrow_plan: '- Write tests' })
    const task = {
      title: 'Build the page',
      project_id: website.id,
      assigned_to: person.id,
      expected_hours: 7,
    }
    expect((await as(cast.max).post('/api/tasks', task)).status).toBe(201)
    const answer = await (await assistantOf(person)).ask('my_day')
    expect(answer).toMatchObject({
      date: today,
      is_submitted: false,
      plan: { date: '2026-03-09', lines: ['Write tests'] },
      tasks: [{ title: 'Build the page', project_name: 'Website', status: 'pending' }],
      recent: [{ description: 'Found the bug' }],
      blockers: [{ text: 'Waiting for the design' }],
      projects: [{ id: website.id, name: 'Website' }],
    })
    expect(JSON.stringify(answer)).not.toContain('expected_hours')
    const { body } = await as(person).get('/api/reports/suggestions')
    expect(answer).toMatchObject(body)
    expect((await (await assistantOf(person)).ask('my_day', { date: '2026-03-09' })).is_submitted).toBe(true)
  })

  test('my_reports has the own reports with their rows, and no others', async () => {
    const [person, other] = [await make.user(), await make.user()]
    for (const date of ['2026-03-08', '2026-03-09', today])
      await make.report(person, { date, project_id: shop.id })
    await make.report(other, { date: today, project_id: shop.id })
    const assistant = await assistantOf(person)
    const answer = await assistant.ask('my_reports', { limit: 2 })
    expect(answer).toMatchObject({ total: 3, totalPages: 2, limit: 2 })
    expect(answer.reports.map((report: { date: string }) => report.date)).toEqual([today, '2026-03-09'])
    expect(answer.reports[0].task_details).toMatchObject([{ task_description: 'Found the bug', hours: 1.3 }])
    expect((await assistant.ask('my_reports', { date: '2026-03-08', page: null })).reports).toHaveLength(1)
  })

  test('team_day is the day of the team as the page shows it', async () => {
    const answer = await (await assistantOf(cast.max)).ask('team_day', { date: today, limit: 20 })
    const { body } = await as(cast.max).get(`/api/team/day?date=${today}&limit=20`)
    const { user_ids: _, ...shown } = body
    expect(answer).toEqual(shown)
  })

  test('blockers has those of all people for reviewers, and the own for staff', async () => {
    const [person, other] = [await make.user(), await make.user()]
    await make.report(person, { date: today, project_id: shop.id, blockers: 'No key' })
    await make.report(other, { date: today, project_id: shop.id, blockers: 'No lamp' })
    const texts = ({ data }: { data: { text: string }[] }) => data.map(({ text }) => text)
    expect(texts(await (await assistantOf(person)).ask('blockers'))).toEqual(['No key'])
    const found = texts(
      await (await assistantOf(cast.max)).ask('blockers', { projectId: shop.id, limit: 20 }),
    )
    expect(found).toEqual(expect.arrayContaining(['No key', 'No lamp']))
    expect(texts(await (await assistantOf(person)).ask('blockers', { state: 'resolved' }))).toEqual([])
    expect(await (await assistantOf(person)).refused('blockers', { userId: other.id })).toBe(
      messages.general.notAllowed,
    )
  })

  test('search finds what the user may read', async () => {
    const [person, other] = [await make.user(), await make.user()]
    const tasks = 'The zeppelin landed'
    const { id } = await make.report(person, { date: today, project_id: shop.id, tasks })
    await make.report(other, { date: today, project_id: shop.id, tasks })
    const own = await (await assistantOf(person)).ask('search', { q: 'zeppel', type: 'report' })
    expect(own.data).toMatchObject([{ type: 'report', id }])
    expect((await (await assistantOf(cast.max)).ask('search', { q: 'zeppel' })).counts.report).toBe(2)
  })

  test.each([
    ['my_day', { date: 'today' }, `date: ${messages.fields.dateInvalid}`],
    ['my_reports', { limit: 21 }, `limit: ${messages.fields.invalid('limit')}`],
    ['my_reports', { page: 0 }, `page: ${messages.fields.invalid('page')}`],
    ['blockers', { state: 'new' }, `state: ${messages.blockers.stateInvalid}`],
    ['blockers', { teamId: 999_999 }, `teamId: ${messages.teams.unknown}`],
    ['search', {}, `q: ${messages.search.empty}`],
    ['search', { q: 'x', type: 'secret' }, `type: ${messages.fields.invalid('type')}`],
    ['team_day', { date: '1999-01-01' }, `date: ${messages.fields.dayTooEarly}`],
    ['my_day', { dat: '2026-03-10' }, 'dat: There is no argument "dat"'],
    ['team_day', { teamID: 1, page: 1 }, 'teamID: There is no argument "teamID"'],
    ['search', { q: 'x', constructor: 1 }, 'constructor: There is no argument "constructor"'],
    ['save_report_draft', { tasks: 'x', hours: 1 }, 'hours: There is no argument "hours"'],
    [
      'save_report_draft',
      { task_details: [{ description: 'x' }, { description: 'x', minutes: 30 }] },
      'task_details.1.minutes: There is no argument "minutes"',
    ],
    ['submit_report', {}, 'There is no tool "submit_report" for you'],
    ['__proto__', {}, 'There is no tool "__proto__" for you'],
  ])('%s with %o refuses with a sentence', async (name, values, sentence) => {
    const manager = await make.user('manager')
    expect(await (await assistantOf(manager, 'write')).refused(name, values)).toBe(sentence)
  })

  test('says which arguments there are, and that there are no others, at every level', async () => {
    const levels: unknown[] = []
    JSON.stringify(
      await (await assistantOf(await make.user('manager'), 'write')).listTools(),
      (name, value) => {
        if (value?.properties) levels.push(value.additionalProperties)
        return name === 'annotations' ? undefined : value
      },
    )
    expect(levels).toEqual(Array(7).fill(false))
  })

  test('answers a name of any length with a short sentence', async () => {
    const assistant = await assistantOf(await make.user())
    const name = 'x'.repeat(500_000)
    expect((await assistant.refused(name)).length).toBeLessThan(10_000)
    expect((await assistant.refused('my_day', { [name]: 1 })).length).toBeLessThan(10_000)
  })

  test('that the user or the token may not use is an error of the tool', async () => {
    expect(await (await assistantOf(cast.dina)).refused('team_day')).toBe(
      'There is no tool "team_day" for you',
    )
    const refused = await (await assistantOf(cast.dina)).refused('save_report_draft', { tasks: 'Mine' })
    expect(refused).toBe('There is no tool "save_report_draft" for you')
    expect((await as(cast.dina).get('/api/reports/draft')).body).toEqual({ draft: null })
  })

  test('answers at most 100 kB: long texts are cut, and say so', async () => {
    const person = await make.user()
    const row = { description: 'd'.repeat(1500), hours: '0.10', project_id: shop.id }
    for (let nth = 1; nth <= 9; nth++)
      await make.report(person, {
        date: `2026-03-0${nth}`,
        project_id: shop.id,
        tasks: 'é'.repeat(9000),
        task_details: Array.from({ length: 60 }, () => row),
      })
    const assistant = await assistantOf(person)
    const one = await assistant.ask('my_reports', { limit: 1 })
    expect(one.note).toBe(messages.assistants.shortened)
    expect(one.reports[0].task_details).toHaveLength(60)
    expect(one.reports[0].task_details[0].task_description.endsWith('…')).toBe(true)
    const all = await assistant.ask('my_reports')
    expect(all.note).toBe(messages.assistants.withoutRows)
    expect(all.reports).toHaveLength(9)
    for (const answer of [one, all])
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(limits.toolAnswerBytes)
  })
})

test('a limited manager gets only people of their teams', async () => {
  const limited = await openTestApp()
  const { lead, member, stranger, foreign, led } = await limitManagers(limited)
  const origin = await limited.app.listen({ host: '127.0.0.1', port: 0 })
  const project = await limited.make.project()
  for (const [author, word] of [
    [member, 'Known'],
    [stranger, 'Strange'],
  ] as const)
    await limited.make.report(author, {
      date: today,
      project_id: project.id,
      tasks: `${word} zeppelin`,
      blockers: `${word} blocker`,
    })
  const made = await limited
    .as(lead)
    .post('/api/account/tokens', { name: 'A', scope: 'read', expires_in_days: 30 })
  const assistant = await connectAssistant(origin, made.body.token)
  expect(await assistant.toolNames()).toContain('team_day')
  const answers = [
    await assistant.ask('team_day', { date: today }),
    await assistant.ask('team_day', { date: today, teamId: led.id }),
    await assistant.ask('blockers'),
    await assistant.ask('search', { q: 'zeppelin' }),
    await assistant.ask('search', { q: stranger.name.split(' ')[0] ?? '' }),
  ]
  const text = JSON.stringify(answers)
  expect(text).toContain('Known zeppelin')
  expect(text).not.toContain('Strange')
  expect(text).not.toContain(stranger.name)
  expect(answers[0].counts.submitted).toBe(1)
  expect(answers[3].counts.report).toBe(1)
  for (const tool of ['team_day', 'blockers'])
    expect(await assistant.refused(tool, { teamId: foreign.id })).toBe(`teamId: ${messages.teams.unknown}`)
  await limited.close()
})

describe('the address', () => {
  test('needs a token, which is never taken from the URL', async () => {
    const token = await tokenOf(cast.dina, 'read')
    expectRefusal(await send(undefined), 401, messages.signIn.noToken)
    for (const query of [`?token=${token}`, `?access_token=${token}`, `?x-auth-token=${token}`])
      expectRefusal(await send(undefined, message, {}, query), 401, messages.signIn.noToken)
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    expectRefusal(await send(wrong), 401, messages.signIn.tokenInvalid)
    const calls = call({
      method: 'POST',
      url: '/api/mcp',
      payload: message,
      headers: { 'x-auth-token': token },
    })
    expect((await calls).status).toBe(200)
  })

  test('says in a 401 that a token is needed, as assistants expect it', async () => {
    for (const reply of [await send(undefined), await send('drt_wrong'), await send('wrong')])
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  })

  test('is not for pages of other sites, whatever their token is', async () => {
    const token = await tokenOf(await make.user(), 'write')
    for (const origin of [
      'https://evil.example',
      'null',
      `${url}.evil.example`,
      url.replace('http', 'https'),
      '',
    ])
      for (const given of [token, 'wrong', undefined]) {
        const reply = await send(given, message, { origin, host: new URL(url).host })
        expectRefusal(reply, 403, 'Other sites may not use this address')
        expect(reply.body.code).toBe('origin_refused')
      }
    expect((await send(token, message, { origin: url, host: new URL(url).host })).status).toBe(200)
    expect((await as(cast.dina).get('/api/auth/me')).status).toBe(200)
  })

  test('is for the pages of PUBLIC_URL and CORS_ORIGIN, wherever the name of the server leads', async () => {
    const [own, other] = ['https://reports.example.com', 'https://assistant.example.com']
    const named = await openTestApp({ settings: { PUBLIC_URL: own, CORS_ORIGIN: other } })
    const made = { name: 'A', scope: 'read', expires_in_days: 30 }
    const { token } = (await named.as(named.cast.dina).post('/api/account/tokens', made)).body
    const statusFrom = async (origin: string, host: string) => {
      const headers = { authorization: `Bearer ${token}`, origin, host }
      return (await named.call({ method: 'POST', url: '/api/mcp', payload: message, headers })).status
    }
    expect(await statusFrom(own, 'reports.example.com')).toBe(200)
    expect(await statusFrom(other, 'reports.example.com')).toBe(200)
    expect(await statusFrom('http://evil.example', 'evil.example')).toBe(403)
    await named.close()
  })

  test('takes the token of a sign-in too, which may write', async () => {
    const reply = await send(await testApp.newToken(cast.omar))
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.result.tools.map(({ name }: { name: string }) => name)).toContain('save_report_draft')
  })

  test('is the only call but GET that a token may make that only reads', async () => {
    const token = await tokenOf(cast.dina, 'read')
    const discard = {
      method: 'DELETE',
      url: '/api/reports/draft',
      headers: { authorization: `Bearer ${token}` },
    } as const
    expectRefusal(await call(discard), 403, messages.accessTokens.readOnly)
    expect((await send(token)).status).toBe(200)
  })

  test('answers JSON without sessions, whatever the client accepts, and 202 to a notification', async () => {
    const token = await tokenOf(cast.dina, 'read')
    for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/event-stream']) {
      const reply = await send(token, message, accept ? { accept } : {})
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect(reply.headers).not.toHaveProperty('mcp-session-id')
      expect(reply.body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } })
    }
    const notified = await send(token, { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([notified.status, notified.text]).toEqual([202, ''])
    const unknown = await send(token, { ...message, method: 'tools/remove' })
    expect([unknown.status, unknown.body.error.code]).toEqual([200, -32601])
  })

  test.each([
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['another version', { ...message, jsonrpc: '1.0' }],
    ['an id that is an object', { ...message, id: {} }],
    ['params that are a list', { ...message, params: [] }],
  ])('%s is refused', async (_what, payload) => {
    const reply = await send(await tokenOf(await make.user(), 'read'), payload)
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
    expect(reply.body.msg).toBe(messages.assistants.messageInvalid)
  })

  test('several messages in one call are refused', async () => {
    const reply = await send(await tokenOf(await make.user(), 'read'), [message, message])
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
  })

  test('an open stream of changes is refused', async () => {
    const subscribe = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: {
        notifications: {},
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
    const reply = await send(await tokenOf(cast.omar, 'read'), subscribe, headers)
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.body).toHaveProperty('error')
  })

  test.each(['GET', 'DELETE', 'PUT'] as const)('%s is 405', async method => {
    const headers = { authorization: `Bearer ${await tokenOf(await make.user(), 'write')}` }
    const reply = await call({ method, url: '/api/mcp', headers })
    expectRefusal(reply, 405, messages.assistants.methodNotAllowed)
    expect(reply.headers.allow).toBe('POST')
    expectRefusal(await call({ method, url: '/api/mcp/more', headers }), 404, messages.general.notFound)
  })

  test('counts as a call of the token', async () => {
    const token = await tokenOf(await make.user(), 'read')
    const replies = []
    for (let nth = 0; nth <= limits.tokenCallsPerMinute; nth++)
      replies.push(await send(token, { ...message, method: 'ping' }))
    expect(replies.slice(0, -1).every(({ status }) => status === 200)).toBe(true)
    expect(replies.at(-1)?.status).toBe(429)
    expect(replies.at(-1)?.headers['retry-after']).toBeDefined()
    clock.advance({ minutes: 1 })
    expect((await send(token)).status).toBe(200)
    clock.set('2026-03-10T09:00:00.000Z')
  })
})
