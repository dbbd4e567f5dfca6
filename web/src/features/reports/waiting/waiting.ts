// One file to load for all of it, but what is compared.
export { keepForLater, showFor } from './waiting-list.ts'
export { WaitingOnDay } from './waiting-on-day.tsx'
export { WaitingReports } from './waiting-reports.tsx'
