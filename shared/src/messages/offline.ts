/** Reports that wait on this device until they can be sent. Not in all.ts: the login page doesn't need them. */
export const offlineMessages = {
  saved: 'Saved on this device. It will be sent when you are online.',
} as const
