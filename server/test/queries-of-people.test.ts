import { expect, test } from 'vitest'
import { unscopedQueries, unscopedQueriesOf } from './queries-of-people.ts'

/** Queries about people that take no `VisiblePeople`, by the reason. Every other one has to take it. */
const exceptions: Record<string, string[]> = {
  'The caller checks the one thing that it finds with assertInSight, isTaskInSight or requireLiveUser.': [
    'absences/absences.queries.ts: findAbsence, hasOverlap, updateAbsence, deleteAbsence',
    'blockers/blockers.queries.ts: findBlocker',
    'comments/comments.queries.ts: findComments, findComment, insertComment',
    'reports/reports.queries.ts: findReport, lockReport',
    'reports/reports.versions.ts: readVersions',
    'tasks/report-tasks.service.ts: lockTasks, findOpenTasks, findReadableTasks',
    'tasks/tasks.queries.ts: findTask',
  ],
  'It reads or narrows rows whose ids, or people, were found with a VisiblePeople.': [
    'absences/absences.queries.ts: findAbsencesOf, findPageOfUsers, findPageOfAllUsers',
    'blockers/blockers.queries.ts: findBlockers, findPageOfAllUsers, findPageOfUsers, findOpenedBy',
    'calendar/days.queries.ts: findReportsOf',
    'calendar/load-team-day.queries.ts: findGroups, findPeopleOn',
    'exports/exports.queries.ts: countLines, findExportReports, findExportRows, findTextSizes',
    'insights/insights.queries.ts: findMonthsOf',
    'reports/reports.queries.ts: findReportsByIds, findReportRows, addTaskTitles, findTaskTitles, findRowHeads, findDescriptions, reviewStateOfShare, selectReportsOf',
    'search/searchables.queries.ts: findSearchables',
    'team-day/team-day.queries.ts: countUnreviewedOf, findNudgesOf, findNudged',
  ],
  'It reads what belongs to the signed-in user.': [
    'activity/activity.queries.ts: findZone, isActivityOn',
    'account/account.queries.ts: findOwnReports, findOwnVersions, findOwnAbsences, findOwnOpenBlockers, findOwnResolvedBlockers, findOwnComments, findOwnTasks',
    'calendar/days.queries.ts: findPerson',
    'report-drafts/report-drafts.queries.ts: hasReport',
    'reports/reports.queries.ts: insertReport',
    'suggestions/suggestions.queries.ts: findLastPlan, findTasksIn, findRecentRows, findOpenBlockers',
  ],
  'It is work for no single viewer: jobs, recipients and stored counts. What is sent is limited when it is read.':
    [
      'activity/activity-claims.queries.ts: findOwners',
      'activity/activity.queries.ts: findUsersWithActivity',
      'notifications/mail-due.queries.ts: findDailyTimes, setDailyDueAt, setMailDueBy, removeMailDueAt',
      'notifications/notification-mail.queries.ts: findDue, lockDue, findLastId, addDueToMail, findMailReader, hasReport, findQuotes',
      'notifications/notifications.queries.ts: findRecipients, insertForRoles, findNames, findNotified, deleteOld, deleteAllOfUser, findKinds',
      'notifications/outdated-mails.service.ts: countDueMails',
      'reminders/reminders.queries.ts: findReminderTimes, findWantingReminders',
      'reports/reports.counts.ts: countReviews',
      'summaries/summaries.queries.ts: findReviewersSince',
      'webhooks/webhooks.queries.ts: findAdminIds',
    ],
  'All who see the team or the project see it: who leads, who uploaded, who made its calendar, and whether there is room.':
    [
      'calendar-feeds/calendar-feeds.queries.ts: findFeedByHash, findFeedOf',
      'files/files.queries.ts: findFilesOf, findFile',
      'projects/projects.queries.ts: countMembers',
      'teams/teams.queries.ts: findLeads',
    ],
  'It is about accounts as a whole: unique e-mails, who signs in, the last admin, and deleted accounts, which only admins read.':
    [
      'single-sign-on/identities.queries.ts: findIdentity, hasDeletedAccount',
      'users/users.queries.ts: findTakenEmails, findUserEvenDeleted, findDeletedUsers, findDeletedUsersByEmail, countDeletedUsers, hasAnotherAdmin, countWorkOf',
    ],
}

const listed = Object.values(exceptions)
  .flat()
  .flatMap(line => {
    const [file, names = ''] = line.split(': ')
    return names.split(', ').map(name => `${file}: ${name}`)
  })

test('every other query about people takes VisiblePeople', () => {
  const found = unscopedQueriesOf(process.cwd())
  expect(
    found.filter(query => !listed.includes(query)),
    'let these take VisiblePeople (server/src/identity/visible-people.ts), or give a reason here',
  ).toEqual([])
  expect(
    listed.filter(query => !found.includes(query)),
    'these are no exceptions any more: remove them here',
  ).toEqual([])
})

test('a query without VisiblePeople is found, also through a helper of its file', () => {
  const helper = "const select = (db: Db) =>\n  db.selectFrom('reports as mine')\n"
  expect(unscopedQueries(`${helper}export const findAll = (db: Db) => select(db).execute()\n`)).toEqual([
    'findAll',
  ])
  expect(unscopedQueries('export const count = (db: Db) => sql`select 1 from absences`\n')).toEqual(['count'])
  expect(
    unscopedQueries(
      `${helper}export function findAll(db: Db, people: VisiblePeople) {\n  return select(db)\n}\n`,
    ),
  ).toEqual([])
  expect(unscopedQueries("export const findAll = (db: Db) => db.selectFrom('projects')\n")).toEqual([])
})
