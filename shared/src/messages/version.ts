/** About the app as it is installed in the browser. Not in all.ts: the login page doesn't need them. */
export const versionMessages = {
  newVersion: 'A new version is available.',
  install: 'Install the app on this device. It opens in its own window, even offline.',
} as const
