/** About the app as it is installed in the browser. Not in all.ts: the login page doesn't need them. */
export const versionMessages = {
  newVersion: 'A new version is available.',
} as const
