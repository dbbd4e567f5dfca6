/** While emails wait after a restore into an empty place. Not in all.ts: the login page doesn't need it. */
export const pauseMessages = {
  title: 'Email is paused',
  why: 'This server was restored from a backup and may be a copy, so no email goes out.',
  whatToDo: 'Resume email if this is the server that your team uses.',
  queued: (count: number) =>
    count === 0
      ? 'No email waits.'
      : count === 1
        ? '1 email waits.'
        : `${count.toLocaleString('en-US')} emails wait.`,
  leftOut:
    'Reminders and summaries of earlier days are left out, and so are password links older than an hour.',
  resume: 'Resume email',
  resumed: 'Email is on again. What waited goes out now.',
  resumeFailed: "We couldn't resume email. Please try again.",
  notPaused: "Email isn't paused",
  /** By the command that restored it. */
  restored:
    'Email is paused, because this place was empty and may be a copy: a server here sends no email. If it is the server that your team uses, resume it in Settings or with: npm run admin -- resume-mail',
  logged:
    'Email is paused, because this database was restored into an empty place. Resume it in Settings or with: npm run admin -- resume-mail',
} as const
