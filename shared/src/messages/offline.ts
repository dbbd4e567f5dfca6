/** Without a connection. Few and in a file of their own: every page that can fail to load loads them. */
export const offlineMessages = {
  saved: 'Saved on this device. It will be sent when you are online.',
  /** On the dashboard, in place of "Not submitted"; why it waits is said by the bar (messages/waiting.ts). */
  notSent: 'Not sent yet',
  notSentHint: "Today's report is saved on this device.",
} as const

/** The app was opened from the device because no server answered. */
export const serverAway = "We can't reach the server."

/** Below what could not be loaded. */
export const needsConnection = "You're offline. This page needs a connection."
export const needsServer = `${serverAway} This page needs a connection.`
