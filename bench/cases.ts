import { addDays, systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { createTokens } from '../server/src/identity/tokens.ts'
import { firstDay, lastDay, projectsOf, reportsOf, type Size, signInOf, sizes, teamsOf } from './data-sets.ts'

/** Both servers use this secret, so the bench can make a token for every user. */
export const jwtSecret = 'only-for-measuring-on-this-machine-0123456789'
const tokens = createTokens(jwtSecret, systemClock)
const tokenTtlSeconds = 24 * 3600

const issued = new Map<number, string>()
export function tokenOf(userId: number): string {
  let token = issued.get(userId)
  if (token === undefined) {
    token = tokens.issue(userId, signInOf(userId), tokenTtlSeconds)
    issued.set(userId, token)
  }
  return token
}

const reviewer = 1
/** The id of a manager who sees only the people of two teams. */
const lead = 2
/** Words that most texts have, words that some have, and beginnings of words. */
const searchedTexts = [
  'test system',
  'waiting access',
  'thank you',
  're te',
  'project review',
  'system nothing',
]
const searchedNames = [
  'p',
  'pe',
  'pers',
  'person 17',
  'proj',
  'project 3',
  'te',
  'rev',
  'person17@example.com',
]
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

export type Call = { path: string; user?: number; body?: unknown }

export function httpText({ path, user, body }: Call): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${body === undefined ? 'GET' : 'POST'} /api${path} HTTP/1.1`,
    'host: localhost',
    ...(user === undefined ? [] : [`x-auth-token: ${tokenOf(user)}`]),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${content.length}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${content}`
}

export type Case = {
  name: string
  calls: (size: Size) => Call[]
  /** The target share of the floor's speed, by number of connections. */
  target?: Partial<Record<number, number>>
  /** The target of the p95 with a million reports, in milliseconds. */
  mostMs?: number
}

const details = 'include_task_details=true'
const lastYear = `from=${addDays(lastDay, -364)}&to=${lastDay}`
const developer = (index: number, size: Size) => 3 + (index % (sizes[size].people - 2))
const pagesOf = (size: Size) => Math.ceil(reportsOf(size) / limits.pageSize)
const some = (count: number, call: (index: number) => Call) => range(count).map(call)

/** Calls to which both servers respond with the same content. */
export const cases: Case[] = [
  {
    name: 'list of all reports, page 1',
    calls: () => [{ path: `/reports?page=1&limit=10&${details}`, user: reviewer }],
    target: { 16: 0.8 },
  },
  {
    name: 'list of all reports, a page deep inside',
    calls: size =>
      some(50, i => ({
        path: `/reports?page=${pagesOf(size) - 5 - 7 * i}&limit=10&${details}`,
        user: reviewer,
      })),
    target: { 16: 0.8 },
  },
  {
    name: 'my reports',
    calls: size =>
      some(100, i => ({ path: `/reports/me?page=1&limit=10&${details}`, user: developer(i, size) })),
    target: { 16: 0.8 },
  },
  {
    name: 'one report',
    calls: size =>
      some(200, i => ({ path: `/reports/${1 + ((i * 7919) % reportsOf(size))}?${details}`, user: reviewer })),
    target: { 16: 0.8 },
  },
  {
    name: 'hours of a project',
    calls: size => some(projectsOf(size), i => ({ path: `/reports/project/${i + 1}/hours`, user: reviewer })),
    target: { 16: 0.8 },
  },
  {
    name: 'data of the dashboard',
    calls: size =>
      range(50).flatMap(i => {
        const user = developer(i, size)
        return [
          { path: `/reports/me?date=${lastDay}&limit=1&${details}`, user },
          { path: '/projects/me', user },
          { path: '/tasks?page=1&limit=5&status=pending', user },
          { path: '/tasks?page=1&limit=5&status=in_progress', user },
        ]
      }),
    target: { 16: 0.8 },
  },
  { name: 'all projects', calls: () => [{ path: '/projects', user: reviewer }] },
  { name: 'tasks', calls: () => [{ path: '/tasks?page=1&limit=10', user: reviewer }] },
  {
    name: 'CSV of a month',
    calls: () => [
      { path: `/reports/export/csv?startDate=${addDays(lastDay, -30)}&endDate=${lastDay}`, user: reviewer },
    ],
  },
]

/** Calls of the real server that must take the same time at S and at L. */
export const growthCases: Case[] = [
  ...cases.filter(({ name }) => name !== 'CSV of a month' && name !== 'all projects'),
  {
    name: 'list of a person',
    calls: size =>
      some(50, i => ({ path: `/reports?userId=${developer(i, size)}&limit=10&${details}`, user: reviewer })),
  },
  {
    name: 'list of a project',
    calls: size =>
      some(10, i => ({
        path: `/reports?projectId=${1 + (i % projectsOf(size))}&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'list of a project, a page deep inside',
    calls: size =>
      some(10, i => ({
        path: `/reports?projectId=${1 + (i % projectsOf(size))}&page=100&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'list of a project and a range of days',
    calls: size =>
      some(10, i => ({
        path: `/reports?projectId=${1 + (i % projectsOf(size))}&startDate=${addDays(lastDay, -100)}&endDate=${lastDay}&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'list of a person and a project',
    calls: size =>
      some(10, i => ({
        path: `/reports?userId=${3 + i}&projectId=${1 + ((2 + i) % projectsOf(size))}&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'list of a range of days',
    calls: size =>
      some(10, i => ({
        path: `/reports?startDate=${addDays(firstDay(size), i)}&endDate=${addDays(lastDay, -i)}&page=20&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'reports to review',
    calls: () => [{ path: `/reports?review=unreviewed&limit=10&${details}`, user: reviewer }],
  },
  {
    name: 'reports to review, of a project',
    calls: size =>
      some(10, i => ({
        path: `/reports?review=unreviewed&projectId=${1 + (i % projectsOf(size))}&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'reviewed reports, a page deep inside',
    calls: size =>
      some(50, i => ({
        path: `/reports?review=reviewed&page=${Math.floor(pagesOf(size) * 0.95) - 7 * i}&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'reviewed reports of a project, a page deep inside',
    calls: size =>
      some(10, i => ({
        path: `/reports?review=reviewed&projectId=${1 + (i % projectsOf(size))}&page=100&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'reports of a project with changes asked for',
    calls: size =>
      some(10, i => ({
        path: `/reports?review=needs_changes&projectId=${1 + (i % projectsOf(size))}&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'reviewed reports of a person',
    calls: size =>
      some(50, i => ({
        path: `/reports?review=reviewed&userId=${developer(i, size)}&limit=10&${details}`,
        user: reviewer,
      })),
  },
  {
    name: 'summary of a project',
    calls: size =>
      some(10, i => ({
        path: `/reports/project-summary?projectId=${1 + (i % projectsOf(size))}&limit=50&includeTaskDetails=true`,
        user: reviewer,
      })),
  },
  {
    name: 'task counts of a person',
    calls: size => some(50, i => ({ path: '/tasks/stats/summary', user: developer(i, size) })),
  },
  {
    name: "a month of the team's calendar, 50 people",
    calls: () => [{ path: `/calendar/team?month=${lastDay.slice(0, 7)}`, user: reviewer }],
  },
  {
    name: 'a month of the timesheet, 50 people',
    calls: () => [{ path: `/timesheet?from=${addDays(lastDay, -30)}&to=${lastDay}`, user: reviewer }],
  },
  {
    name: 'a month of the timesheet of a project',
    calls: size =>
      some(10, i => ({
        path: `/timesheet?from=${addDays(lastDay, -30)}&to=${lastDay}&projectId=${1 + (i % projectsOf(size))}`,
        user: reviewer,
      })),
  },
  {
    name: "the team's day, 50 whole reports",
    calls: () => [{ path: `/team/day?date=${lastDay}`, user: reviewer }],
  },
  {
    name: "the day of a project's team",
    calls: size =>
      some(10, i => ({
        path: `/team/day?date=${lastDay}&projectId=${1 + (i % projectsOf(size))}`,
        user: reviewer,
      })),
  },
  ...[
    { name: 'reports', path: `/reports?limit=10&${details}` },
    { name: 'reports to review', path: `/reports?review=unreviewed&limit=10&${details}` },
    { name: 'the day', path: `/team/day?date=${lastDay}` },
    { name: 'a month', path: `/calendar/team?month=${lastDay.slice(0, 7)}` },
    { name: 'the timesheet', path: `/timesheet?from=${addDays(lastDay, -30)}&to=${lastDay}` },
    { name: 'open blockers', path: '/blockers?limit=50' },
  ].flatMap(({ name, path }): Case[] => [
    {
      name: `${name} of a team`,
      calls: size =>
        some(10, i => ({
          path: `${path}&teamId=${1 + (i % teamsOf(size))}`,
          user: reviewer,
        })),
    },
    { name: `${name} for a lead who sees only their teams`, calls: () => [{ path, user: lead }] },
  ]),
  {
    name: "a month of one's own calendar",
    calls: size =>
      some(50, i => ({ path: `/calendar/me?month=${lastDay.slice(0, 7)}`, user: developer(i, size) })),
  },
  {
    name: "a year of one's own calendar",
    calls: size =>
      some(50, i => ({ path: `/calendar/me/year?year=${lastDay.slice(0, 4)}`, user: developer(i, size) })),
  },
  {
    name: 'suggestions',
    calls: size =>
      some(50, i => ({ path: `/reports/suggestions?date=${lastDay}`, user: developer(i, size) })),
  },
  { name: 'the record', calls: () => [{ path: '/audit', user: reviewer }] },
  {
    name: 'the record, a page deep inside',
    calls: () =>
      some(20, i => ({
        path: `/audit?page=${limits.recordCountMax / limits.recordPage - i}`,
        user: reviewer,
      })),
  },
  {
    name: 'the record of a kind',
    calls: () => [{ path: '/audit?kind=export.made&from=2098-01-01&to=2098-12-31', user: reviewer }],
  },
  {
    name: 'the record of a person',
    calls: size => some(50, i => ({ path: `/audit?actorId=${developer(i, size)}`, user: reviewer })),
  },
  {
    name: "one's own record",
    calls: size => some(50, i => ({ path: '/account/record', user: developer(i, size) })),
  },
  { name: 'open blockers', calls: () => [{ path: '/blockers?limit=50', user: reviewer }] },
  {
    name: 'open blockers of a project',
    calls: size =>
      some(10, i => ({ path: `/blockers?projectId=${1 + (i % projectsOf(size))}`, user: reviewer })),
  },
  {
    name: "one's own open blockers",
    calls: size => some(50, i => ({ path: '/blockers', user: developer(i, size) })),
  },
  {
    name: 'resolved blockers',
    calls: () => [{ path: '/blockers?state=resolved&limit=50', user: reviewer }],
  },
  {
    name: 'resolved blockers, a page deep inside',
    calls: size =>
      some(20, i => ({
        path: `/blockers?state=resolved&page=${Math.floor(reportsOf(size) / 90) - 30 - i}`,
        user: reviewer,
      })),
  },
  // Searches for words that most reports have, where the newest reports must be enough, and for beginnings while typing.
  {
    name: 'search for two words',
    mostMs: 100,
    calls: () => searchedTexts.map(q => ({ path: `/search?q=${encodeURIComponent(q)}`, user: reviewer })),
  },
  {
    name: "search for two words in one's own reports",
    mostMs: 100,
    calls: size =>
      some(50, i => ({
        path: `/search?q=${encodeURIComponent(searchedTexts[i % searchedTexts.length] as string)}`,
        user: developer(i, size),
      })),
  },
  {
    name: 'names while typing',
    mostMs: 30,
    calls: () =>
      searchedNames.map(q => ({
        path: `/search/quick?of=names&q=${encodeURIComponent(q)}`,
        user: reviewer,
      })),
  },
  {
    name: 'the inbox',
    calls: size => some(50, i => ({ path: '/notifications', user: developer(i, size) })),
  },
  {
    name: 'how many notifications are unread',
    calls: size => some(50, i => ({ path: '/notifications/unread', user: developer(i, size) })),
  },
  ...(['project', 'person', 'role'] as const).map(
    (by): Case => ({
      name: `hours of a year by ${by}`,
      mostMs: 200,
      calls: () => [{ path: `/insights/hours?${lastYear}&by=${by}`, user: reviewer }],
    }),
  ),
  {
    name: 'hours of a year of a team',
    calls: size =>
      some(10, i => ({
        path: `/insights/hours?${lastYear}&teamId=${1 + (i % teamsOf(size))}`,
        user: reviewer,
      })),
  },
  {
    name: 'reporting of a year',
    mostMs: 200,
    calls: () => [{ path: `/insights/reporting?${lastYear}`, user: reviewer }],
  },
  {
    name: 'reporting of a year for a lead who sees only their teams',
    calls: () => [{ path: `/insights/reporting?${lastYear}`, user: lead }],
  },
  {
    name: 'tasks in a state',
    calls: () => [{ path: '/tasks?page=1&limit=10&status=pending', user: reviewer }],
  },
]

/** New reports for days before the data set begins; `from` increases from run to run. */
export function submits(size: Size, from: number, count: number): Call[] {
  const { people } = sizes[size]
  return range(count).map(index => {
    const nth = from + index
    const user = 1 + (nth % people)
    const project = 1 + (user % projectsOf(size))
    return {
      path: '/reports',
      user,
      body: {
        date: addDays(firstDay(size), -1 - Math.floor(nth / people)),
        tasks: 'Fixed the totals of the monthly overview. Reviewed the changes of the sign-in page.',
        blockers: '',
        tomorrow_plan: 'Finish the open review',
        project_id: project,
        hours_worked: 8,
        task_details: ['3.30', '2.45', '1.45'].map((hours, row) => ({
          description: `Task ${row + 1} of the day`,
          hours,
          project_id: 1 + ((project + row) % projectsOf(size)),
        })),
      },
    }
  })
}
