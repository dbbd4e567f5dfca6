export const failedMails = {
  notFound: 'Email not found',
  retried: (email: string) => `We're sending the email to ${email} again.`,
  failing: (count: number) =>
    count === 1 ? "1 email couldn't be delivered." : `${count} emails couldn't be delivered.`,
  waiting: (count: number) =>
    count === 1
      ? "1 email hasn't gone out yet. We'll keep trying."
      : `${count} emails haven't gone out yet. We'll keep trying.`,
  latest: (count: number) => `Showing the latest ${count}.`,
  noneFailed: 'All emails delivered.',
  loadFailed: "We couldn't load the failed emails. Please try again.",
  retryFailed: "We couldn't send this email again.",
  noLongerFailed: 'This email has been delivered or is being sent again.',
  attempts: (count: number) => (count === 1 ? 'Tried once' : `Tried ${count} times`),
} as const
