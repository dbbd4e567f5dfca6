import type { Page } from '@playwright/test'

/** A screen in the pictures. */
export type Screen = {
  name: string
  title: string
  text: string
  path: string
  /** The first name of a member of the demo team; without it no user is signed in. */
  as?: string
  /** Whether the screen is also, or only, shown on a phone. */
  phone?: true | 'only'
  /** The heading to scroll to, by default the top. */
  at?: string
  /** The button that the wide picture has to show. The window grows to its lower edge. */
  shows?: RegExp
  /** The user's actions before the screenshot. */
  act?: (page: Page) => Promise<void>
}

/** Opens another screen by the first link with this name. */
const follow =
  (name: RegExp, nth = 0) =>
  async (page: Page) => {
    const before = new URL(page.url()).pathname
    await page.getByRole('link', { name }).nth(nth).click()
    await page.waitForURL(url => url.pathname !== before)
    await page.locator('h1').waitFor()
  }
const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Waits for the content of a dialog, which may have to be loaded. */
const openDialog = (name: RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').waitFor()
}

/** Opens both panels of a project and waits for their content. */
const openProject = (name: RegExp) => async (page: Page) => {
  await press(name)(page)
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: /^https:/ })
    .first()
    .waitFor()
}

export const screens: readonly Screen[] = [
  {
    name: 'landing',
    title: 'Landing page',
    text: 'What the app does, and where to log in.',
    path: '/',
    phone: true,
  },
  {
    name: 'login',
    title: 'Login',
    text: 'Email and password. Administrators and managers create the accounts.',
    path: '/login',
    phone: true,
  },
  {
    name: 'dashboard',
    title: 'Dashboard',
    text: "Today's status with the next step, open tasks, and the files and links of your projects.",
    path: '/dashboard',
    as: 'dina',
    phone: true,
  },
  {
    name: 'submit-report',
    title: 'Submit Daily Report',
    text: 'Hours show their meaning as you type. Your text survives a reload and an expired session.',
    path: '/reports/new',
    as: 'lena',
    phone: true,
    act: writeReport,
  },
  {
    name: 'waiting-report',
    title: 'A report that is not sent yet',
    text: "Submitted offline, or while the server can't be reached, a report is saved on the device and sent when you are online.",
    path: '/dashboard',
    as: 'lena',
    phone: true,
    act: submitOffline,
  },
  {
    name: 'my-reports',
    title: 'My Reports',
    text: 'Your reports, day by day. On a phone the table becomes a list of cards.',
    path: '/reports',
    as: 'dina',
    phone: true,
  },
  {
    name: 'report',
    title: 'Report Details',
    text: 'One report with its comments. You can edit it for a few days.',
    path: '/reports',
    as: 'dina',
    act: follow(/^View report/),
  },
  {
    name: 'calendar',
    title: 'Calendar',
    text: 'Your month and your year. Drag over days, or hold Shift and press the arrow keys, to add time off.',
    path: '/calendar',
    as: 'mark',
    phone: true,
  },
  {
    name: 'notifications',
    title: 'Notifications',
    text: 'What concerns you, newest first. Each leads to the very comment, task or day.',
    path: '/notifications',
    as: 'dina',
    phone: true,
  },
  {
    name: 'palette',
    title: 'Search from anywhere',
    text: 'Ctrl+K or / opens it on every page: go to a page, start an action, or find people, projects, tasks, reports and comments.',
    path: '/dashboard',
    as: 'max',
    phone: true,
    act: searchFor('invoice'),
  },
  {
    name: 'search',
    title: 'Search',
    text: "Everything with these words that you may read. Case and accents don't matter, and the beginning of a word is enough.",
    path: '/search?q=invoice',
    as: 'max',
    phone: true,
  },
  {
    name: 'menu',
    title: 'Menu',
    text: 'Below 992 pixels, the navigation collapses into a menu.',
    path: '/dashboard',
    as: 'dina',
    phone: 'only',
    act: press(/^Menu$/),
  },
  {
    name: 'admin-dashboard',
    title: 'Admin Dashboard',
    text: "Today's report count, the team, the projects and the five latest reports.",
    path: '/admin/dashboard',
    as: 'ada',
    phone: true,
  },
  {
    name: 'today',
    title: 'Today',
    text: "The team's whole day on one page: read, press R, and the next report comes up. Press ? for the other keys.",
    path: '/admin/today',
    as: 'max',
    phone: true,
    // The keys are printed on the buttons below the report.
    shows: /^Mark reviewed/,
  },
  {
    name: 'today-lead',
    title: "A lead's Today",
    text: 'Who leads teams sees their own people first. One press shows everyone.',
    path: '/admin/today',
    as: 'priya',
    phone: true,
  },
  {
    name: 'summary',
    title: 'Summary',
    text: 'Each morning: who reported and who did not, open blockers, what is left to review, and hours by project. The email says the same.',
    path: '/admin/today',
    as: 'max',
    phone: true,
    act: openLastSummary,
  },
  {
    name: 'all-reports',
    title: 'All Reports',
    text: 'The URL keeps the filters, and the export contains what they show.',
    path: '/admin/reports',
    as: 'ada',
    phone: true,
  },
  {
    name: 'review',
    title: 'Admin Report Details',
    text: 'The report on the left, comments on the right. Previous and Next stay visible and work with the arrow keys.',
    path: '/admin/reports',
    as: 'ada',
    phone: true,
    act: follow(/^View report/, 4),
  },
  {
    name: 'blockers',
    title: 'Blockers',
    text: "What is in the team's way, the oldest first. Give a blocker an owner, or resolve it with a note.",
    path: '/admin/blockers',
    as: 'max',
    phone: true,
  },
  {
    name: 'team-calendar',
    title: "The team's calendar",
    text: 'Who reported when, who was late and who is off. It prints on one landscape page.',
    path: '/admin/calendar',
    as: 'ada',
    phone: true,
  },
  {
    name: 'timesheet',
    title: 'Timesheet',
    text: 'Everyone’s hours by day, for a week or a month, as CSV or XLSX, or on one landscape page.',
    path: '/admin/timesheet',
    as: 'ada',
    phone: true,
    act: showLastMonth,
  },
  {
    name: 'insights',
    title: 'Insights',
    text: 'Where the hours went, and how many reports came. Every bar leads to its reports.',
    path: '/admin/insights',
    as: 'ada',
    phone: true,
  },
  {
    name: 'manage-projects',
    title: 'Manage Projects',
    text: 'An expanded row shows the project’s files and links. A manager marks them for deletion; an admin decides.',
    path: '/admin/projects',
    as: 'ada',
    act: openProject(/^Resources for Customer Portal/),
  },
  {
    name: 'edit-project',
    title: 'Edit Project',
    text: 'Name, description and assigned people.',
    path: '/admin/projects',
    as: 'ada',
    act: openDialog(/^Edit Customer Portal/),
  },
  {
    name: 'project-hours',
    title: 'Project Details',
    text: 'See the hours logged on each project, and who logged them.',
    path: '/admin/project-hours',
    as: 'ada',
  },
  {
    name: 'project-summary',
    title: 'Project summary',
    text: 'All work on one project, by day.',
    path: '/admin/project-hours',
    as: 'ada',
    act: follow(/^View All Project Work/),
  },
  {
    name: 'account',
    title: 'Your account',
    text: 'Name, time zone and working days, notifications, password, the devices you are signed in on, theme, and a download of everything you wrote.',
    path: '/account',
    as: 'dina',
    phone: true,
  },
  {
    name: 'two-steps',
    title: 'Your account: two steps',
    text: 'An authenticator app, passkeys, and recovery codes for a lost phone.',
    path: '/account',
    as: 'dina',
    phone: true,
    at: 'Two steps',
  },
  {
    name: 'users',
    title: 'User Management',
    text: 'Accounts, their five roles and their teams. Select people to add them to a team.',
    path: '/admin/users',
    as: 'ada',
    phone: true,
  },
  {
    name: 'teams',
    title: 'Teams',
    text: 'People who work together, and who leads them.',
    path: '/admin/teams',
    as: 'ada',
    phone: true,
  },
  {
    name: 'team',
    title: 'A team',
    text: 'Paste a list of names or emails to add people. Removing a person is one press, with Undo.',
    path: '/admin/teams',
    as: 'ada',
    phone: true,
    act: follow(/^View team Customer Portal/),
  },
  {
    name: 'settings',
    title: 'Settings',
    text: 'The organization with its time zone, working days and holidays. Holidays can be pasted or imported.',
    path: '/admin/settings',
    as: 'ada',
    phone: true,
  },
  {
    name: 'settings-mail',
    title: 'Settings: Mail',
    text: 'Whether email works, a test email, and what could not be delivered.',
    path: '/admin/settings',
    as: 'ada',
    phone: true,
    at: 'Mail',
  },
  {
    name: 'settings-integrations',
    title: 'Settings: Integrations',
    text: 'Webhooks for programs and chats, and the Git servers whose activity is suggested for reports.',
    path: '/admin/settings',
    as: 'ada',
    phone: true,
    at: 'Integrations',
  },
  {
    name: 'record',
    title: 'Record',
    text: 'Who did what, when and from where, as sentences. No entry is ever changed.',
    path: '/admin/record',
    as: 'ada',
    phone: true,
  },
  {
    name: 'register',
    title: 'Register New User',
    text: 'Invite a person to choose a password, or set one for them.',
    path: '/admin/register',
    as: 'ada',
  },
  {
    name: 'import-users',
    title: 'Add Several People',
    text: 'A pasted list or a CSV file: check what was understood, fix it in place, and invite everyone at once.',
    path: '/admin/users/import',
    as: 'ada',
    phone: true,
    act: pastePeople,
  },
  {
    name: 'tasks',
    title: 'Task Management',
    text: 'Assigned work in three states.',
    path: '/tasks',
    as: 'max',
    phone: true,
  },
  {
    name: 'task',
    title: 'Task detail',
    text: 'The estimate is visible only to reviewers.',
    path: '/tasks',
    as: 'max',
    act: follow(/^View /),
  },
  {
    name: 'edit-task',
    title: 'Create New Task',
    text: 'Title, project, assignee and estimate.',
    path: '/tasks/new',
    as: 'max',
  },
]

/** Types into the palette and waits for its results. */
function searchFor(text: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search' }).fill(text)
    await page.getByRole('group', { name: 'Reports' }).waitFor()
  }
}

/** Opens the last month, of which all days are over and have hours or a mark. */
async function showLastMonth(page: Page) {
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await page.getByRole('link', { name: /^Previous month/ }).click()
  await page.getByRole('grid').waitFor()
}

/** Opens the summary of the last working day, which is complete. */
async function openLastSummary(page: Page) {
  await follow(/^Summary$/)(page)
  await follow(/^Previous working day/)(page)
}

async function writeReport(page: Page) {
  await page
    .getByLabel('Summary of tasks')
    .fill('Offline mode for delivery notes is in review; the import is twice as fast.')
  const rows = page.getByRole('group', { name: /^Task \d/ })
  await fillRow(rows.nth(0), 'Mobile App', 'Offline mode: conflicts are shown and can be settled', '4.30')
  await page.getByRole('button', { name: 'Add task' }).click()
  await fillRow(rows.nth(1), 'Internal Tools', 'Import reads the file once instead of twice', '2.45')
  await page.getByLabel('Blockers').fill('Waiting for the test devices.')
  await page.getByLabel("Tomorrow's plan").fill('Review comments, then the release notes.')
}

/** Submits a report offline on a loaded screen, and returns to that screen. */
async function submitOffline(page: Page) {
  await follow(/^Submit Now$/)(page)
  await writeReport(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await page.getByRole('region', { name: 'Unsent reports' }).waitFor()
  // On a phone the links are in the menu.
  await page.goBack()
  await page.getByRole('heading', { name: "Today's Status" }).waitFor()
}

async function pastePeople(page: Page) {
  await page
    .getByLabel('People')
    .fill(
      'Jonas Weber, jonas@example.com, Developer, Mobile App\nAmara Diallo, amara@example, Designer, Customer Portal\nRui Santos, rui@example.com, , Apollo\nmei.chen@example.com',
    )
  await page.getByRole('button', { name: 'Continue' }).click()
}

type Locator = ReturnType<Page['locator']>

async function fillRow(row: Locator, project: string, description: string, hours: string) {
  await row.getByLabel('Project').selectOption({ label: project })
  await row.getByLabel('Description').fill(description)
  await row.getByLabel('Hours').fill(hours)
}
