/** Days without a report, and the time zone that decides them, as the dashboard speaks of them. Not in all.ts. */
export const missedMessages = {
  noReport: (day: string) => `No report for ${day}`,
  reminded: (name: string, day: string) => `${name} reminded you about your report for ${day}`,
  markedOff: (day: string) => `${day} is now time off.`,
  backAgain: (day: string) => `${day} is no longer time off.`,
  markFailed: "We couldn't add your time off.",
  kindFailed: "We couldn't change the kind of your time off.",
  undoFailed: "We couldn't delete your time off.",
  zoneOffer: (zone: string) => `Your browser is in ${zone}. Use it for your account?`,
  zoneSaved: (zone: string) => `Your account now uses ${zone}.`,
  zoneFailed: "We couldn't save your time zone.",
} as const
