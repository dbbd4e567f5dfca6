import { limits } from '../limits.ts'
import { formatCount } from '../numbers.ts'
import { type ProgramVersion, versionText } from '../program-version.ts'

export const settings = {
  rolesInvalid: 'Reporting roles must be a list of roles',
  managerScopes: { everyone: 'Everyone', teams: 'Only the people of teams they lead' },
  aboutManagerScope: {
    everyone: 'Managers read and manage everyone, and can choose a team on each screen.',
    teams:
      'Managers see only themselves and the members of teams they lead, in lists, numbers, exports and mails. Admins see everyone.',
  },
  managerScopeSaved: 'Saved. Managers see the change with their next page.',
  managerScopeUnknown: 'Choose whether managers see everyone or their teams',
  secondStepUnknown: 'Choose who needs a second step: optional, reviewers or everyone',
  holidayNameRequired: 'Holiday name is required',
  holidayExists: 'There is already a holiday on this date',
  holidayNotFound: 'Holiday not found',
  holidayDeleted: (name: string) => `Holiday ${name} deleted.`,
  holidaysRequired: 'Add at least one holiday',
  tooManyHolidaysAtOnce: `At most ${formatCount(limits.holidaysPerImport)} holidays can be imported at once`,
  tooManyHolidays: `There can be at most ${formatCount(limits.holidaysMax)} holidays. Delete old ones first.`,
  version: (program: ProgramVersion) => `Version ${versionText(program)}`,
  loadFailed: "We couldn't load the settings. Please try again.",
  saveFailed: "We couldn't save your changes.",
  organizationSaved: 'Organization saved.',
  workingDaysSaved: 'Working days saved.',
  timesSaved: 'Times saved.',
  zoneChanges: (zone: string) =>
    `From today on, days end at midnight in ${zone} for everyone without their own time zone. Past days and submitted reports don't change.`,
  workingDaysChange:
    "These days apply from today on to everyone without their own working days. Past days don't change.",
  holidayAdded: (name: string) => `${name} added.`,
  holidayAddFailed: "We couldn't add this holiday.",
  holidayDeleteFailed: "We couldn't delete this holiday.",
  holidaysAdded: (created: number, skipped: number) =>
    `${created === 1 ? '1 holiday' : `${created} holidays`} added.${
      skipped === 0 ? '' : ` ${skipped === 1 ? '1 was' : `${skipped} were`} already there.`
    }`,
  noHolidays: 'No holidays yet',
  noHolidaysAhead: 'No upcoming holidays',
  noNewHolidays: 'There are no new holidays in this list.',
  fileUnreadable: "We couldn't read this file.",
  fileTooLarge: 'This file is too large for a holiday calendar.',
  fileWithoutHolidays: 'There are no all-day events in this file.',
  lineWithoutDate: 'No date found. Write it as 2026-12-25.',
  dateAmbiguous: 'Day and month could be swapped. Write the date as 2026-12-25.',
  dateUnknown: "This date doesn't exist.",
  eventWithoutName: 'An event without a name',
  eventNotWholeDay: 'Not an all-day event.',
  eventTooLong: (days: number) => `Longer than ${days} days.`,
  eventRuleUnreadable: "We couldn't read how it repeats. Add it by hand.",
  eventsTooMany: `Only the first ${formatCount(limits.calendarEventsMax)} events were read. Split the file to import the rest.`,
  eventDaysTooMany: `Only the first ${formatCount(limits.holidaysMax)} days were read. Split the file to import the rest.`,
} as const
