import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/child.mjs'
import { addDays, isoWeekday } from '../../shared/src/dates.ts'
import { paths } from '../../web/src/app/paths.ts'
import { today } from './api.ts'
import { cast, type Person } from './cast.ts'
import type { Places } from './filled-team.ts'

/** Every screen of the product, by the name of its path in web/src/app/paths.ts. */
export type Screen = {
  path: (places: Places) => string
  /** The roles that see it differently; the second one is checked on a desktop. Empty for guests. */
  as: readonly [] | readonly [Person] | readonly [Person, Person]
  /** The calls that its content needs, in one round. */
  calls: readonly RegExp[]
}

const { ada, max, dina } = cast
const me = /^\/auth\/me$/
const account = /^\/account$/
const settings = /^\/settings$/
const users = /^\/users$/
const projects = /^\/projects$/
const teams = /^\/teams\?page=1&limit=100$/
const allReports = /^\/reports\?page=\d+&limit=10/
const oneReport = /^\/reports\/\d+\?/
const myReportOfToday = /^\/reports\/me\?date=/
const myBlockers = /^\/blockers(\?userId=\d+)?$/
const newNotifications = /^\/notifications\?unread=true&limit=2$/
const oneTask = /^\/tasks\/\d+$/

/** The calls for this week: one for each month that it is in. */
const monday = addDays(today(), 1 - isoWeekday(today()))
const monthsOfWeek = [...new Set([monday, addDays(monday, 6)].map(day => day.slice(0, 7)))].map(
  () => /^\/calendar\/me\?month=/,
)

/** The calls for the four weeks of My Reports. */
const monthsOfWeeks = [
  ...new Set([addDays(monday, -21), addDays(monday, 6)].map(day => day.slice(0, 7))),
].map(() => /^\/calendar\/me\?month=/)

export const screens = {
  landing: { path: () => paths.landing(), as: [], calls: [] },
  login: { path: () => paths.login(), as: [], calls: [] },

  account: {
    path: () => paths.account(),
    as: [dina, ada],
    calls: [
      me,
      account,
      settings,
      /^\/account\/sign-ins$/,
      /^\/account\/tokens$/,
      /^\/account\/calendar$/,
      /^\/account\/record\?page=1$/,
      /^\/account\/second-step$/,
      /^\/account\/passkeys$/,
    ],
  },
  notifications: {
    path: () => paths.notifications(),
    as: [dina, max],
    calls: [me, /^\/notifications\?page=1$/],
  },
  search: {
    path: () => paths.search('worked done'),
    as: [max, dina],
    calls: [me, teams, /^\/search\?q=worked\+done&page=1$/],
  },
  welcome: {
    path: ({ invitation }) => `${paths.welcome()}?code=${invitation}`,
    as: [],
    calls: [/^\/auth\/invitation\?code=/],
  },
  forgot: { path: () => paths.forgot(), as: [], calls: [] },
  reset: { path: () => paths.reset(), as: [], calls: [] },
  unsubscribe: { path: () => `${paths.unsubscribe()}?code=1.comment.x`, as: [], calls: [] },

  dashboard: {
    path: () => paths.dashboard(),
    as: [dina, max],
    calls: [
      me,
      account,
      /^\/reports\/me\?page=1&/,
      /^\/reports\/missed$/,
      ...monthsOfWeek,
      newNotifications,
      /^\/projects\/me$/,
      myBlockers,
      /^\/tasks\?.*in_progress/,
      /^\/tasks\?.*pending/,
    ],
  },
  newReport: {
    path: () => paths.newReport(),
    as: [dina, ada],
    calls: [
      me,
      myReportOfToday,
      myBlockers,
      /^\/projects\/me$/,
      /^\/reports\/suggestions\?date=/,
      /^\/reports\/draft\?date=/,
    ],
  },
  editReport: {
    path: ({ ownReport }) => paths.editReport(ownReport),
    as: [dina],
    calls: [me, oneReport, myBlockers, /^\/projects\/me$/],
  },
  report: { path: ({ ownReport }) => paths.report(ownReport), as: [dina], calls: [me, oneReport] },
  myReports: {
    path: () => paths.myReports(),
    as: [dina],
    calls: [me, /^\/reports\/me\?page=1&/, ...monthsOfWeeks],
  },
  tasks: { path: () => paths.tasks(), as: [max, dina], calls: [me, /^\/tasks\?page=1&limit=10$/] },
  newTask: { path: () => paths.newTask(), as: [max, dina], calls: [me, projects, users] },
  task: {
    path: ({ task }) => paths.task(task),
    as: [max, dina],
    calls: [me, oneTask, /^\/tasks\/\d+\/log\?page=1&limit=5$/],
  },
  editTask: {
    path: ({ task }) => paths.editTask(task),
    as: [max, dina],
    calls: [me, oneTask, projects, users],
  },

  calendar: {
    path: () => paths.calendar(),
    as: [dina, max],
    calls: [
      me,
      /^\/calendar\/me$/,
      /^\/calendar\/me\/year$/,
      /^\/reports\/missed$/,
      /^\/absences\?from=[\d-]+&to=[\d-]+&userId=\d+/,
    ],
  },

  adminDashboard: {
    path: () => paths.adminDashboard(),
    as: [ada],
    calls: [me, teams, allReports, /^\/reports\?date=/, users, projects, /^\/team\/overview$/],
  },
  today: {
    path: () => paths.today(),
    as: [max],
    calls: [me, teams, projects, /^\/team\/day\?includeUserIds=true$/, /^\/blockers\?page=1&limit=100$/],
  },
  summary: {
    path: () => paths.summary(today()),
    as: [max],
    calls: [me, teams, /^\/team\/summaries\/[\d-]+$/],
  },
  allReports: {
    path: ({ user, project }) =>
      paths.allReports(`?userId=${user}&projectId=${project}&startDate=2020-01-01`),
    as: [max],
    calls: [me, teams, allReports, users, /^\/projects\/user\/\d+$/],
  },
  reviewReport: {
    path: ({ report }) => paths.reviewReport(report),
    as: [max],
    calls: [me, teams, allReports, oneReport],
  },
  teamCalendar: {
    path: () => paths.teamCalendar(),
    as: [max],
    calls: [me, teams, projects, /^\/calendar\/team\?page=1$/],
  },
  timesheet: {
    path: () => paths.timesheet(),
    as: [max],
    calls: [me, teams, projects, /^\/timesheet\?from=[\d-]+&to=[\d-]+&page=1$/],
  },
  insights: {
    path: () => paths.insights(),
    as: [max, ada],
    calls: [me, teams, users, projects, /^\/insights\/hours\?/, /^\/insights\/reporting\?/],
  },
  blockers: {
    path: () => paths.blockers(),
    as: [max],
    calls: [me, teams, users, projects, /^\/blockers\?page=1&limit=50$/],
  },
  registerUser: { path: () => paths.registerUser(), as: [ada, max], calls: [me, teams] },
  projects: { path: () => paths.projects(), as: [ada], calls: [me, projects, /^\/users\/developers$/] },
  projectSummary: {
    path: ({ project, user }) => paths.projectSummary(project, user),
    as: [max],
    calls: [me, /^\/reports\/project-summary\?/],
  },
  projectHours: {
    path: () => paths.projectHours(),
    as: [max],
    calls: [me, projects, /^\/reports\/project-hours$/],
  },
  importUsers: { path: () => paths.importUsers(), as: [ada, max], calls: [me, projects, teams] },
  users: {
    path: () => paths.users(),
    as: [ada, max],
    calls: [me, users, teams, /^\/activity-claims\?limit=100$/],
  },
  teams: { path: () => paths.teams(), as: [ada, max], calls: [me, teams] },
  team: {
    path: ({ team }) => paths.team(team),
    as: [max, ada],
    calls: [me, users, /^\/teams\/\d+$/],
  },
  record: {
    path: () => paths.record(),
    as: [ada],
    calls: [me, users, /^\/audit\?from=[\d-]+&to=[\d-]+&page=1$/],
  },
  settings: {
    path: () => paths.settings(),
    as: [ada],
    calls: [me, settings, /^\/webhooks$/, projects, /^\/activity-sources\?limit=100$/],
  },
} satisfies Partial<Record<keyof typeof paths, Screen>>

export type ScreenName = keyof typeof screens
export const screenNames = Object.keys(screens) as ScreenName[]
export const screenOf = (name: ScreenName): Screen => screens[name]

/** The routes of the router, to check that none is missing here. */
export function routedNames(): string[] {
  const router = readFileSync(join(root, 'web/src/app/router.tsx'), 'utf8')
  return [...router.matchAll(/<Route\s+path=\{paths\.(\w+)\(/g)].map(([, name = '']) => name)
}

/** Signs in every page that this browser opens from now on. */
export async function enter(page: Page, token: string) {
  await page.addInitScript(value => localStorage.setItem('token', value), token)
}
