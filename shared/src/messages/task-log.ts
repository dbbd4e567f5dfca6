/** The time logged on a task. Not in all.ts: the login page doesn't need them. */
export const taskLogMessages = {
  failed: 'Failed to load the logged time. Please try again later.',
  none: 'No time logged yet.',
  noneOfYours: "You haven't logged time on this task yet.",
  hint: 'Rows of daily reports that name this task appear here.',
  /** "6h 30m of 5h": logged, then expected. */
  ofExpected: (logged: string, expected: string) => `${logged} of ${expected}`,
  over: (time: string) => `over by ${time}`,
  /** "Use 3h 20m logged (rounded to 3.3)": actual hours are decimals in tenths. */
  use: (logged: string, decimal: string, isRounded: boolean) =>
    `Use ${logged} logged (${isRounded ? 'rounded to ' : ''}${decimal})`,
} as const
