/** The sections of the account page, in their order. */
export const accountSections = {
  profile: { id: 'profile', title: 'Profile' },
  password: { id: 'password', title: 'Password' },
  twoSteps: { id: 'two-steps', title: 'Two steps' },
  signOn: { id: 'sign-on', title: 'Single sign-on' },
  days: { id: 'working-days', title: 'Time zone and working days' },
  notifications: { id: 'notifications', title: 'Notifications' },
  activity: { id: 'activity', title: 'Activity' },
  theme: { id: 'theme', title: 'Theme' },
  devices: { id: 'devices', title: 'Signed-in devices' },
  tokens: { id: 'tokens', title: 'Access tokens' },
  record: { id: 'record', title: 'Sign-ins and token use' },
  calendar: { id: 'calendar', title: 'Calendar address' },
  data: { id: 'data', title: 'Download my data' },
}
