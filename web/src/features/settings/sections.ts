/** The sections of the settings page, in their order. */
export const settingsSections = {
  organization: { id: 'organization', title: 'Organization' },
  workingDays: { id: 'working-days', title: 'Working days' },
  times: { id: 'times', title: 'Reminders and summary' },
  managers: { id: 'managers', title: 'Managers' },
  secondStep: { id: 'second-step', title: 'Signing in' },
  holidays: { id: 'holidays', title: 'Holidays' },
  mail: { id: 'mail', title: 'Mail' },
  integrations: { id: 'integrations', title: 'Integrations' },
  activity: { id: 'activity-sources', title: 'Activity from Git' },
}
