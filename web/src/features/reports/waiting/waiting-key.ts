/** Names the days that wait in localStorage (waiting-days.ts). A file of its own, because every page loads it. */
export const waitingKey = (userId: number) => `waiting-reports:${userId}`
