import type { APIRequestContext } from '@playwright/test'
import { apiAs, today } from './api.ts'
import { cast, type Person, register, registerCast, tokenOf } from './cast.ts'
import type { Server } from './server.ts'

// A team with as many rows and as long texts as the API allows, which is the most difficult content for the screens.

/** One word of 200 characters, which no line can break. */
export const unbroken = 'Donaudampfschifffahrt'.repeat(10).slice(0, 200)
/** Forty words in 199 characters. */
export const fortyWords = Array.from({ length: 40 }, (_, word) => `wo${String(word).padStart(2, '0')}`).join(
  ' ',
)
const essay = `${unbroken}\n\nSecond paragraph. ${'Words that go on and on. '.repeat(400)}`.slice(0, 10_000)

/** A project without people and resources, and with a long name. */
export const emptyProject = 'A project that still waits for its people'

/** A user without any data, as on the first day. */
export const newcomer: Person = { ...cast.desi, name: 'Nora Newcomer', email: 'nora@example.com' }

const memberCount = 30

/** Ids and codes for the paths of the screens. */
export type Places = {
  ownReport: number
  report: number
  task: number
  project: number
  user: number
  team: number
  /** The code of an open invitation. */
  invitation: string
}

export type Team = {
  url: string
  places: Places
  tokenOf(person: Person): string
}

export async function fillTeam(api: APIRequestContext, { url }: Server): Promise<Team> {
  await registerCast(api, url)
  const people = [cast.ada, cast.max, cast.dina, cast.omar]
  const tokens = new Map<string, string>()
  const admin = await apiAs(api, url, cast.ada)
  const members = Array.from({ length: memberCount }, (_, index) => ({
    ...cast.desi,
    name: index + 1 === memberCount ? unbroken : `Member ${index + 1} of the large team`,
    email: `member-${index + 1}@example.com`,
    role: (['designer', 'marketing', 'developer'] as const)[index % 3] ?? 'developer',
  }))
  // Made eight at a time, because on a busy machine the last of thirty hashes would wait longer than the server allows.
  const all = [newcomer, ...members]
  for (let from = 0; from < all.length; from += 8)
    await Promise.all(all.slice(from, from + 8).map(person => register(api, url, person)))
  for (const person of [...people, newcomer]) tokens.set(person.email, await tokenOf(api, url, person))
  const users: { id: number; email: string; role: string }[] = await admin.get('/users')
  const staff = users.filter(({ role }) => role !== 'admin' && role !== 'manager').map(({ id }) => id)
  const idOf = ({ email }: Person) => users.find(user => user.email === email)?.id ?? 0
  const [dina, omar] = [idOf(cast.dina), idOf(cast.omar)]

  const makeProject = (name: string, developers: number[], description?: string) =>
    admin.post('/projects', { name, developers, description })
  const { id: project } = await makeProject('Website', [dina, omar], 'What visitors see.')
  const everybodys = staff.filter(id => id !== idOf(newcomer))
  const { id: hugeProject } = await makeProject(fortyWords, everybodys, essay)
  await makeProject(unbroken, [dina], unbroken)
  await makeProject(emptyProject, [])

  const reports = await writeReports(api, url, { project, hugeProject })
  await talk(api, url, reports.omars)
  const task = await giveWork(api, url, { project, hugeProject, dina, omar })
  await addResources(api, url, project)
  const { id: team } = await makeTeams(admin, { staff: everybodys, dina })
  const invited = { name: 'Ida Invited', email: 'ida@example.com', role: 'designer', invite: true }
  const { invitation } = await admin.post('/auth/register', invited)
  return {
    url,
    places: {
      ownReport: reports.dinas,
      report: reports.omars,
      task,
      project,
      user: dina,
      team,
      invitation: new URL(invitation.link).searchParams.get('code') ?? '',
    },
    tokenOf: ({ email }) => tokens.get(email) ?? '',
  }
}

type Admin = Awaited<ReturnType<typeof apiAs>>

/** A large team, one with long texts, and an empty one. */
async function makeTeams(admin: Admin, { staff, dina }: { staff: number[]; dina: number }) {
  const description = essay.slice(0, 2000)
  await admin.post('/teams', { name: fortyWords.slice(0, 120), description, member_ids: [dina] })
  await admin.post('/teams', { name: unbroken.slice(0, 120) })
  return admin.post('/teams', { name: 'The large team', description, member_ids: staff })
}

type Projects = { project: number; hugeProject: number }

async function writeReports(api: APIRequestContext, url: string, { project, hugeProject }: Projects) {
  const row = (number: number) => ({
    project_id: number % 2 ? project : hugeProject,
    description:
      number === 3 ? essay.slice(0, 2000) : `Row ${number}: ${number === 5 ? unbroken : 'worked on it'}`,
    hours: '0.10',
  })
  const plain = (date: string) => ({
    date,
    tasks: `What was done on ${date}. See https://example.com/${unbroken}`,
    blockers: 'Waiting for an answer.',
    tomorrow_plan: 'The rest of it.',
    task_details: [1, 2, 4].map(row),
  })
  const ids: Record<string, number> = {}
  for (const [key, author, days] of [
    ['dinas', cast.dina, 13],
    ['omars', cast.omar, 3],
  ] as const) {
    const as = await apiAs(api, url, author)
    for (let ago = days; ago >= 1; ago--) {
      const { report } = await as.post('/reports', plain(dayBefore(ago)))
      ids[key] = report.id
    }
  }
  // The blocker has been open for a week, so that Today shows it at every hour.
  const desi = await apiAs(api, url, cast.desi)
  for (const ago of [7, 0]) await desi.post('/reports', plain(dayBefore(ago)))
  // Dina's report of today has the most difficult texts. It doesn't have a hundred rows, because checking the form would
  // take seconds; long-report.test.tsx tests that many.
  const dina = await apiAs(api, url, cast.dina)
  const { report } = await dina.post('/reports', {
    date: today(),
    tasks: essay,
    blockers: essay,
    tomorrow_plan: essay,
    task_details: Array.from({ length: 20 }, (_, number) => row(number)),
  })
  return { dinas: report.id as number, omars: ids.omars ?? 0 }
}

/** Adds a thread with all three levels and one with a long text. */
async function talk(api: APIRequestContext, url: string, report: number) {
  const omar = await apiAs(api, url, cast.omar)
  const max = await apiAs(api, url, cast.max)
  let parent_id: number | null = null
  for (const [as, comment] of [
    [max, 'How far did you come?'],
    [omar, `Not far. ${unbroken}`],
    [max, 'Let us look at it together.'],
  ] as const) {
    const comments: { id: number }[] = await as.post(`/reports/${report}/comments`, { comment, parent_id })
    parent_id = Math.max(...comments.map(({ id }) => id))
  }
  await omar.post(`/reports/${report}/comments`, { comment: essay.slice(0, 5000), parent_id: null })
}

async function giveWork(
  api: APIRequestContext,
  url: string,
  { project, hugeProject, dina, omar }: Projects & { dina: number; omar: number },
) {
  const max = await apiAs(api, url, cast.max)
  const give = async (title: string, more: object = {}) => {
    const body = { title, project_id: project, assigned_to: dina, expected_hours: 2, ...more }
    const { data } = await max.post('/tasks', body)
    return data.id as number
  }
  for (let number = 1; number <= 12; number++) {
    const id = await give(`Task ${number}`, { assigned_to: number % 3 ? dina : omar })
    if (number % 4 === 1) await max.post(`/tasks/${id}/status`, { status: 'in_progress' })
    if (number % 4 === 2)
      await max.post(`/tasks/${id}/status`, {
        status: 'completed',
        actual_hours: '2.5',
        completion_note: essay,
      })
  }
  return give(unbroken, { project_id: hugeProject, description: essay })
}

async function addResources(api: APIRequestContext, url: string, project: number) {
  const headers = { 'x-auth-token': await tokenOf(api, url, cast.max) }
  const max = await apiAs(api, url, cast.max)
  const links = [
    { url_type: 'live', url: 'https://example.com' },
    { url_type: 'swagger', url: `https://example.com/${unbroken}`.repeat(4) },
    { url_type: 'other', url: 'On its way out' },
  ]
  for (const link of links) await max.post(`/projects/${project}/urls`, link)
  for (const name of ['plan.txt', `${unbroken}.pdf`, 'old.txt']) {
    const reply = await api.post(`${url}/api/projects/${project}/files`, {
      headers,
      multipart: { projectFile: { name, mimeType: 'text/plain', buffer: Buffer.from('Words') } },
    })
    if (reply.status() !== 201) throw new Error(`${name} was not kept: ${await reply.text()}`)
  }
  // A manager's deletion only marks the file.
  for (const kind of ['files', 'urls']) {
    const listed: { id: number }[] = await max.get(`/projects/${project}/${kind}`)
    const last = Math.max(...listed.map(({ id }) => id))
    const reply = await api.delete(`${url}/api/${kind}/${last}`, { headers })
    if (!reply.ok()) throw new Error(`${kind} ${last} was not marked: ${await reply.text()}`)
  }
}

function dayBefore(days: number): string {
  const day = new Date(`${today()}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() - days)
  return day.toISOString().slice(0, 10)
}
