import { limits } from '#shared/limits.ts'
import type { Job } from '../../jobs/job.ts'
import { remindOwing } from './reminders.service.ts'

export const remindersJob: Job = {
  kind: 'reminders',
  every: () => limits.reminderCheckMs,
  run: ctx => remindOwing(ctx),
}
