export const missedDays = {
  noReport: (day: string) => `No report for ${day}`,
  hasDraft: (day: string) => `A draft of your report for ${day} is waiting`,
  reminded: (name: string, day: string) => `${name} reminded you about your report for ${day}`,
  markedOff: (day: string) => `${day} is now time off.`,
  backAgain: (day: string) => `${day} is no longer time off.`,
  markFailed: "We couldn't add your time off.",
  kindFailed: "We couldn't change the kind of your time off.",
  undoFailed: "We couldn't delete your time off.",
} as const
