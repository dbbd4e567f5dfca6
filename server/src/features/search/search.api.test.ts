import { beforeAll, describe, expect, test } from 'vitest'
import type { SearchHit } from '#shared/contract/search.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { insertTeam } from '../../../test/kept-counts.ts'
import { reportBody } from '../../../test/make.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'
import { rebuildIndex } from './build-index.service.ts'

const { as, cast, clock, make, db } = await startTestApp()

const find = async (who: Person, q: string, more = '') =>
  as(who).get(`/api/search?q=${encodeURIComponent(q)}&limit=100${more}`)
const titles = async (who: Person, q: string, type = 'report'): Promise<string[]> => {
  const reply = await find(who, q, `&type=${type}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.map((hit: SearchHit) => hit.title)
}
const quick = (who: Person, q: string, of = 'names') =>
  as(who).get(`/api/search/quick?q=${encodeURIComponent(q)}&of=${of}`)

describe('refusals', () => {
  test.each([
    ['/api/search', 'q', messages.search.empty],
    ['/api/search?q=', 'q', messages.search.empty],
    ['/api/search?q=%20%20', 'q', messages.search.empty],
    [`/api/search?q=${encodeURIComponent('🎉 👍🏽')}`, 'q', messages.search.empty],
    [`/api/search?q=${encodeURIComponent('"*" – ()')}`, 'q', messages.search.empty],
    ['/api/search?q=%00word', 'q', messages.fields.unstorable('search')],
    [`/api/search?q=${'a'.repeat(10_000)}`, 'q', messages.fields.tooLong('search', limits.searchTextMax)],
    ['/api/search?q=word&type=blocker', 'type', messages.fields.invalid('type')],
    ['/api/search?q=word&teamId=77777', 'teamId', messages.teams.unknown],
    ['/api/search?q=word&page=0', 'page', undefined],
    ['/api/search/quick?of=names', 'q', messages.search.empty],
    ['/api/search/quick?q=word', 'of', undefined],
    ['/api/search/quick?q=word&of=all', 'of', messages.fields.invalid('of')],
  ])('%s is refused', async (url, field, sentence) => {
    const reply = await as(cast.ada).get(url)
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
    expect(reply.body.errors[field]).toEqual(sentence ?? expect.any(String))
  })

  test('without a sign-in', async () => {
    expect((await as(null).get('/api/search?q=word')).status).toBe(401)
    expect((await as(null).get('/api/search/quick?q=word&of=names')).status).toBe(401)
  })
})

/** Each text is the summary of a report. */
const texts = {
  accents: 'Müller in Łódź, Ørsted, Strasse',
  plain: 'muller in lodz, orsted, straße',
  decomposed: 'MU\u0308LLER',
  hyphen: 'A multi-agent set-up',
  email: 'Wrote to user@example.com',
  version: 'Released v1.1.6 and 12.0',
  apostrophe: "O'Brien doesn’t agree",
  chinese: '月次報告書を書きました',
  korean: '한국어 보고서',
  long: `${'x'.repeat(5000)} end`,
  syntax: 'Tested AND, OR and NOT in "quotes" with a star* and a colon: words @@ here',
  customer: 'The customer portal is done',
} as const
type Key = keyof typeof texts

beforeAll(async () => {
  const { id: project_id } = await make.project({ name: 'Unrelated', developers: [cast.dina.id] })
  for (const [index, tasks] of Object.values(texts).entries()) {
    const date = `2026-02-${String(index + 10)}`
    await make.report(cast.dina, {
      project_id,
      date,
      tasks,
      blockers: '',
      tomorrow_plan: '',
      task_details: [{ description: 'none', hours: '1.00', project_id }],
    })
  }
})

// The same questions have the same answers on both databases.
const questions: [string, Key[]][] = [
  ['müller', ['accents', 'plain', 'decomposed']],
  ['MULLER', ['accents', 'plain', 'decomposed']],
  ['mu\u0308ller', ['accents', 'plain', 'decomposed']],
  ['łódź', ['accents', 'plain']],
  ['lodz', ['accents', 'plain']],
  ['orsted', ['accents', 'plain']],
  ['straße', ['accents', 'plain']],
  ['strasse', ['accents', 'plain']],
  ['strass', ['accents', 'plain']],
  ['multi-agent', ['hyphen']],
  ['agent multi', ['hyphen']],
  ['multi agent nothing', []],
  ['user@example.com', ['email']],
  ['example', ['email']],
  ['@example', ['email']],
  ['v1.1.6', ['version']],
  ['1.1', ['version']],
  ['12', ['version']],
  ['2', []],
  ["o'brien", ['apostrophe']],
  ['obrien', ['apostrophe']],
  ['O’Brien', ['apostrophe']],
  ["doesn't", ['apostrophe']],
  ['brien', []],
  ['報告', ['chinese']],
  ['報告書', ['chinese']],
  ['書', ['chinese']],
  ['告報', []],
  ['보고서', ['korean']],
  ['국어', ['korean']],
  ['x'.repeat(200), ['long']],
  ['xxx end', ['long']],
  ['cust', ['customer']],
  ['customer portal', ['customer']],
  ['PORTAL Cust', ['customer']],
  ['portal c', ['customer']],
  ['ustomer', []],
  ['customers', []],
  ['c', []],
  ['a AND', ['version', 'syntax']],
  ['tested NOT', ['syntax']],
  ['"quotes" star*', ['syntax']],
  ['star*', ['syntax']],
  ['*star', ['syntax']],
  ['NEAR(star colon)', []],
  ['star -colon', ['syntax']],
  ['words: star', ['syntax']],
  ["'; drop table reports; --", []],
  ['customer" OR "multi', []],
  ['customer | multi', []],
  ["customer':* | 'multi", []],
  ['customer \\', ['customer']],
  ['!customer', ['customer']],
  ['customer & !portal', ['customer']],
  ['_customer', ['customer']],
  [`@${'7'.repeat(5)}`, []],
  ['customer 🎉', ['customer']],
]

test.each(questions)('%j', async (q, keys) => {
  const found = await find(cast.dina, q, '&type=report')
  expect(found.status, found.text).toBe(200)
  const dates = found.body.data.map(({ date }: SearchHit) => date)
  const wanted = keys.map(key => `2026-02-${Object.keys(texts).indexOf(key) + 10}`)
  expect(dates).toEqual(wanted.sort().reverse())
  expect(found.body.counts.report).toBe(keys.length)
})

test('a report is found by its rows, blockers and plan, and after an edit by its new texts only', async () => {
  const { id: project_id } = await make.project({ developers: [cast.omar.id] })
  const report = await make.report(cast.omar, {
    project_id,
    tasks: 'summaryword',
    blockers: 'blockerword',
    tomorrow_plan: 'planword',
    task_details: [{ description: 'rowword', hours: '7.30', project_id }],
  })
  for (const word of ['summaryword', 'rowword', 'blockerword', 'planword'])
    expect(await titles(cast.omar, word), word).toEqual(['summaryword'])
  const found = await find(cast.omar, 'planword rowword')
  expect(found.body.data).toEqual([
    {
      type: 'report',
      id: report.id,
      title: 'summaryword',
      date: '2026-03-10',
      person: { id: cast.omar.id, name: cast.omar.name },
      project: { id: project_id, name: expect.any(String) },
      hours: 7.3,
      link: `/reports/${report.id}`,
      snippet: [{ text: 'rowword', hit: true }],
      about: null,
    },
  ])
  expect((await find(cast.max, 'planword')).body.data[0].link).toBe(`/admin/reports/${report.id}`)
  await as(cast.omar).put(
    `/api/reports/${report.id}`,
    reportBody({ project_id, tasks: 'Changed', blockers: '', tomorrow_plan: 'otherplan' }),
  )
  expect(await titles(cast.omar, 'planword')).toEqual([])
  expect(await titles(cast.omar, 'otherplan')).toEqual(['Changed'])
})

test('comments are found by those who may read the report, the newest first, and link to the comment', async () => {
  const { id: project_id } = await make.project({ developers: [cast.desi.id] })
  const report = await make.report(cast.desi, { project_id, tasks: 'Drew the header' })
  const comments = `/api/reports/${report.id}/comments`
  await as(cast.max).post(comments, { comment: 'Lovely banana header' })
  await as(cast.desi).post(comments, { comment: 'More bananas follow' })
  await as(cast.max).post(`/api/reports/${report.id}/review`, {
    state: 'needs_changes',
    comment: 'Bananas are missing',
  })
  const found = await find(cast.desi, 'banana', '&type=comment')
  expect(found.body.data.map((hit: SearchHit) => hit.snippet.map(({ text }) => text).join(''))).toEqual([
    'Bananas are missing',
    'More bananas follow',
    'Lovely banana header',
  ])
  const [newest] = found.body.data
  expect(newest).toMatchObject({
    title: 'Drew the header',
    date: '2026-03-10',
    person: { id: cast.max.id, name: 'Max Manager' },
    hours: null,
    link: `/reports/${report.id}#comment-${newest.id}`,
  })
  const [ofReviewer] = (await find(cast.max, 'banana', '&type=comment')).body.data
  expect(ofReviewer.link).toBe(`/admin/reports/${report.id}#comment-${newest.id}`)
  expect((await find(cast.omar, 'banana')).body.counts.comment).toBe(0)
  expect((await quick(cast.desi, 'banana', 'texts')).body.data).toHaveLength(3)
})

test('names are found by how well they fit: whole, as words, as beginnings, and then in the rest', async () => {
  for (const [name, description] of [
    ['Orchard', ''],
    ['Orchard Tools', ''],
    ['Apple Orchard', ''],
    ['Orchardist', ''],
    ['Meadow', 'Beside the orchard'],
  ])
    await make.project({ name, description })
  expect(await titles(cast.dina, 'ORCHARD', 'project')).toEqual([
    'Orchard',
    'Apple Orchard',
    'Orchard Tools',
    'Orchardist',
    'Meadow',
  ])
  const { data } = (await quick(cast.dina, 'orchard')).body
  expect(data.map(({ title }: SearchHit) => title)[0]).toBe('Orchard')
  expect(data).toHaveLength(5)
  expect((await quick(cast.dina, 'o')).body.data.map(({ title }: SearchHit) => title)).toContain('Orchard')
  const [meadow] = (await find(cast.max, 'beside', '&type=project')).body.data
  expect(meadow).toMatchObject({
    link: `/admin/projects/${meadow.id}/summary`,
    snippet: [
      { text: 'Beside', hit: true },
      { text: ' the orchard', hit: false },
    ],
  })
})

test('the snippet of a name has the words, which can be in the name alone, beside what it is about', async () => {
  const { id: project_id } = await make.project({ name: 'Lighthouse', description: 'Guides ships home' })
  await make.project({ name: 'Lighthouse keepers' })
  await make.user('developer', { name: 'Lighthouse Lou', email: 'lou@example.net' })
  await as(cast.max).post('/api/tasks', {
    title: 'Lighthouse lamp',
    description: 'Clean the glass.\nThen the lamp.',
    project_id,
    assigned_to: cast.dina.id,
    expected_hours: 1,
  })
  const { data } = (await find(cast.max, 'lightho')).body
  const snippets = data.map(({ title, snippet, about }: SearchHit) => [
    title,
    snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''),
    about,
  ])
  expect(snippets).toEqual([
    ['Lighthouse Lou', '[Lighthouse] Lou', 'lou@example.net'],
    ['Lighthouse', '[Lighthouse]', 'Guides ships home'],
    ['Lighthouse keepers', '[Lighthouse] keepers', null],
    ['Lighthouse lamp', '[Lighthouse] lamp', 'Clean the glass. · Then the lamp.'],
  ])
  const [task] = (await find(cast.max, 'lighthouse glass')).body.data
  expect(task.snippet).toContainEqual({ text: 'glass', hit: true })
})

test('people are found by reviewers, by name and e-mail, until they are deleted', async () => {
  const { id } = await make.user('developer', { name: 'Zoë Quill', email: 'quill@example.net' })
  expect(await titles(cast.max, 'zoe', 'person')).toEqual(['Zoë Quill'])
  const [hit] = (await find(cast.max, 'quill@example.net', '&type=person')).body.data
  expect(hit).toMatchObject({
    title: 'Zoë Quill',
    link: '/admin/users?search=quill%40example.net',
    person: null,
  })
  const ofStaff = await find(cast.dina, 'zoe')
  expect(ofStaff.body).toMatchObject({ data: [], counts: { person: 0 } })
  expect((await quick(cast.dina, 'zoe')).body.data).toEqual([])
  await as(cast.ada).put(`/api/users/${id}`, {
    name: 'Zoë Feather',
    email: 'feather@example.net',
    role: 'developer',
  })
  expect(await titles(cast.max, 'quill', 'person')).toEqual([])
  expect(await titles(cast.max, 'feather', 'person')).toEqual(['Zoë Feather'])
  await as(cast.ada).delete(`/api/users/${id}`)
  expect(await titles(cast.max, 'feather', 'person')).toEqual([])
})

test('tasks are found by their assignee, also by a description or note, until they are deleted', async () => {
  const { id: project_id } = await make.project({ developers: [cast.mark.id] })
  const body = { title: 'Paint the fence', project_id, assigned_to: cast.mark.id, expected_hours: 2 }
  const task = (await as(cast.max).post('/api/tasks', { ...body, description: 'With green paint' })).body.data
  expect(await titles(cast.mark, 'green fence', 'task')).toEqual(['Paint the fence'])
  expect(await titles(cast.dina, 'green fence', 'task')).toEqual([])
  await as(cast.mark).post(`/api/tasks/${task.id}/status`, {
    status: 'completed',
    actual_hours: 2,
    completion_note: 'Needed varnish',
  })
  const [hit] = (await find(cast.mark, 'varnish')).body.data
  expect(hit).toMatchObject({
    type: 'task',
    link: `/tasks/${task.id}`,
    snippet: [{}, { text: 'varnish', hit: true }],
  })
  await as(cast.max).put(`/api/tasks/${task.id}`, { ...body, assigned_to: cast.dina.id })
  expect(await titles(cast.mark, 'fence', 'task')).toEqual([])
  expect(await titles(cast.dina, 'fence', 'task')).toEqual(['Paint the fence'])
  await as(cast.max).delete(`/api/tasks/${task.id}`)
  expect((await find(cast.max, 'fence')).body.counts.task).toBe(0)
})

test('a deleted project is found no more, nor is one that was never saved', async () => {
  const { id } = await make.project({ name: 'Ephemeral' })
  await as(cast.max).post('/api/projects', { name: 'ephemeral', description: 'Refused: the name is taken' })
  expect(await titles(cast.dina, 'ephemeral', 'project')).toEqual(['Ephemeral'])
  await as(cast.ada).delete(`/api/projects/${id}`)
  expect(await titles(cast.dina, 'ephemeral', 'project')).toEqual([])
})

test('a team narrows what is about people', async () => {
  const { id: project_id } = await make.project({ name: 'Gazebo', developers: [cast.dina.id, cast.omar.id] })
  await make.report(cast.dina, { project_id, tasks: 'Built the gazebo', date: '2026-03-09' })
  await make.report(cast.omar, { project_id, tasks: 'Sketched the gazebo', date: '2026-03-09' })
  const team = (await as(cast.ada).post('/api/teams', { name: 'Builders', member_ids: [cast.dina.id] })).body
  const empty = (await as(cast.ada).post('/api/teams', { name: 'Empty' })).body
  const ofTeam = await find(cast.ada, 'gazebo', `&teamId=${team.id}`)
  expect(ofTeam.body.data.map(({ title }: SearchHit) => title)).toEqual(['Gazebo', 'Built the gazebo'])
  expect((await find(cast.ada, 'gazebo', `&teamId=${empty.id}`)).body.counts).toMatchObject({
    report: 0,
    project: 1,
  })
  expect((await find(cast.ada, 'gazebo')).body.counts).toMatchObject({ report: 2, project: 1 })
  const quickOfTeam = await as(cast.ada).get(`/api/search/quick?q=gazebo&of=texts&teamId=${team.id}`)
  expect(quickOfTeam.body.data.map(({ title }: SearchHit) => title)).toEqual(['Built the gazebo'])
})

test('a team of many people narrows as one of few does', async () => {
  const { id: project_id } = await make.project({ developers: [cast.dina.id, cast.omar.id] })
  for (const person of [cast.dina, cast.omar]) {
    const { id } = await make.report(person, { project_id, tasks: 'Pergola plans', date: '2026-03-06' })
    await as(cast.ada).post(`/api/reports/${id}/comments`, { comment: 'A pergola' })
    await as(cast.ada).post('/api/tasks', {
      title: 'Pergola',
      project_id,
      assigned_to: person.id,
      expected_hours: 1,
    })
  }
  const { people } = await insertTeam(db, 'pergola', { people: 40, projects: 1 })
  await rebuildIndex(db)
  const member_ids = [cast.dina.id, ...people.slice(0, 30).map(({ id }) => id)]
  const team = (await as(cast.ada).post('/api/teams', { name: 'Many', member_ids })).body
  const counts = async (q: string, more = '') => (await find(cast.ada, q, more)).body.counts
  expect(await counts('pergola')).toMatchObject({ report: 2, comment: 2, task: 2, person: 40 })
  expect(await counts('pergola', `&teamId=${team.id}`)).toMatchObject({
    report: 1,
    comment: 1,
    task: 1,
    person: 30,
  })
})

test('names with many words that begin alike are found by a long beginning', async () => {
  const people = Array.from({ length: 130 }, (_, index) => ({
    name: `Gardener${index}`,
    email: `g${index}@example.org`,
    role: 'developer' as const,
    password_hash: 'x',
    created_at: clock.now().toISOString(),
  }))
  await db.insertInto('users').values(people).execute()
  await rebuildIndex(db)
  const count = async (q: string) => (await find(cast.ada, q)).body.counts.person
  expect(await count('gardener')).toBe(130)
  expect(await count('garden example')).toBe(130)
  expect(await count('gardener12')).toBe(11)
  expect(await count('gardenerx')).toBe(0)
})

test('counts do not depend on the type and stop at 1,000, and so do the pages', async () => {
  const { id: project_id } = await make.project()
  const rows = Array.from({ length: 1005 }, (_, index) => ({
    title: `Countless ${index}`,
    project_id,
    assigned_to: cast.desi.id,
    assigned_by: cast.ada.id,
    expected_tenths: 10,
    status: 'pending' as const,
    created_at: clock.now().toISOString(),
  }))
  for (let from = 0; from < rows.length; from += 100)
    await db
      .insertInto('tasks')
      .values(rows.slice(from, from + 100))
      .execute()
  await as(cast.ada).post('/api/tasks', {
    title: 'Countless',
    project_id,
    assigned_to: cast.desi.id,
    expected_hours: 1,
  })
  await rebuildIndex(db)
  const first = await as(cast.ada).get('/api/search?q=countless&limit=100')
  expect(first.body.counts.task).toBe(1000)
  expect(first.body.data[0].title).toBe('Countless')
  expect(first.body.pagination).toMatchObject({ total: 1000, pages: 10, page: 1, limit: 100 })
  expect(first.body.indexing).toBeNull()
  const last = await as(cast.ada).get('/api/search?q=countless&limit=100&page=10')
  expect(last.body.data).toHaveLength(100)
  expect((await as(cast.ada).get('/api/search?q=countless&limit=100&page=11')).body.data).toEqual([])
  const others = await as(cast.ada).get('/api/search?q=countless&type=project')
  expect(others.body).toMatchObject({ data: [], counts: { task: 1000 }, pagination: { total: 0, pages: 0 } })
  expect((await quick(cast.ada, 'countless')).body.data[0].title).toBe('Countless')
})
