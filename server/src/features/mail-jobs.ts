import type { Job } from '../jobs/job.ts'
import { invitationMailJob } from './invitations/invitation-mail.job.ts'
import { notificationMailJob } from './notifications/notification-mail.job.ts'
import { forgotPasswordJob } from './sign-in/forgot-password.job.ts'

/** Every kind of job that sends mails: Settings lists those that failed. */
// biome-ignore lint/suspicious/noExplicitAny: each kind knows the payload that it queued
export const mailJobs: readonly Job<any>[] = [invitationMailJob, forgotPasswordJob, notificationMailJob]
