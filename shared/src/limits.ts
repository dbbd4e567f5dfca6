// Every number the product speaks of, each with its unit in its name or beside it. Kept as namespaces, a page loads only
// those that some page needs.
export * as blockerLimits from './limits/blockers.ts'
export * as dayLimits from './limits/days.ts'
export * as limits from './limits/general.ts'
export * as notificationLimits from './limits/notifications.ts'
export * as summaryLimits from './limits/summaries.ts'
