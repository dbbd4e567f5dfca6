export const account = {
  emailNotificationsInvalid: 'Email notifications must be instant, daily or off',
  currentPasswordRequired: 'Current password is required',
  currentPasswordWrong: 'The current password is not right',
  passwordTooCommon: 'This password is too common. Choose another one.',
  saved: 'Name saved.',
  saveFailed: "We couldn't save your name.",
  passwordChanged: (ended: number) =>
    ended === 0
      ? 'Password changed.'
      : `Password changed. ${ended === 1 ? '1 other device was' : `${ended} other devices were`} signed out.`,
  passwordFailed: "We couldn't change your password.",
  deviceSignedOut: 'Device signed out.',
  devicesSignedOut: (ended: number) =>
    ended === 0
      ? 'No other devices were signed in.'
      : `${ended === 1 ? '1 other device' : `${ended} other devices`} signed out.`,
  signOutFailed: "We couldn't sign that device out.",
  devicesFailed: "We couldn't load your devices. Please try again.",
  unknownDevice: 'Unknown device',
  notificationsSaved: 'Notification settings saved.',
  notificationsSaveFailed: "We couldn't save your changes.",
  notificationsFailed: "We couldn't load your notification settings. Please try again.",
  exported: 'Your data was downloaded.',
  exportFailed: "We couldn't download your data. Please try again.",
  ownDaysSaved: 'Time zone and working days saved.',
  ownDaysFailed: "We couldn't load your time zone and working days. Please try again.",
  ownDaysChange: "This applies from today on. Past days and submitted reports don't change.",
  zoneOffer: (zone: string) => `Your browser is in ${zone}. Use it for your account?`,
  zoneSaved: (zone: string) => `Your account now uses ${zone}.`,
  zoneFailed: "We couldn't save your time zone.",
} as const
