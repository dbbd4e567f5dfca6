export const calendarFeeds = {
  notFound: 'Calendar address not found',
  ended: 'Calendar address ended.',
  off: (name: string) => `${name}: off`,
  ownName: (name: string) => `Time off of ${name}`,
  teamName: (team: string) => `Time off: ${team}`,
  aboutOwn:
    'Your time off and the holidays in your calendar program. It says when you are off, never why. Anyone who has the address can read it.',
  aboutTeam:
    "The time off of this team's people and the holidays in any calendar program. It says who is off and when, never why. Anyone who has the address can read it.",
  none: 'No address yet.',
  madeOn: 'You created an address on',
  madeBy: (name: string) => `${name} created an address on`,
  made: "Copy the address now. You won't see it again.",
  loadFailed: "We couldn't load the calendar address. Please try again.",
  makeFailed: "We couldn't create the address. Please try again.",
  endFailed: "We couldn't end the address. Please try again.",
  replaceQuestion: 'Create a new address? Calendars that use the current one stop being updated.',
  endQuestion: 'End the address? Calendars that use it stop being updated.',
} as const
