/** Reports that wait on this device until they can be sent. Not in all.ts: the login page doesn't need them. */
export const offlineMessages = {
  saved: 'Saved on this device. It will be sent when you are online.',
} as const

/** Below what could not be loaded. By itself, so that a page with nothing else to say about it loads no more. */
export const needsConnection = "You're offline. This page needs a connection."
