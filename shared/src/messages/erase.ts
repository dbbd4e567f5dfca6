/** What shows the name of an erased account, and the failed sign-ins that were removed with its e-mail. */
export type ErasedCounts = Record<'reports' | 'comments' | 'tasks' | 'files' | 'failures', number>

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

function shownOn({ reports, comments, tasks, files }: ErasedCounts, shown: string): string {
  const total = reports + comments + tasks + files
  if (total === 0) return 'No report, comment, task or file showed them.'
  const kinds = [
    [reports, 'report'],
    [comments, 'comment'],
    [tasks, 'task'],
    [files, 'file'],
  ] as const
  const parts = kinds.filter(([count]) => count > 0).map(([count, one]) => counted(count, one))
  const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
  return `${list} now ${total === 1 ? 'shows' : 'show'} "${shown}".`
}

const removedFailures = (failures: number) =>
  failures === 0
    ? ''
    : `, and so ${failures === 1 ? 'was' : 'were'} ${counted(failures, 'failed sign-in')} with this email`

/** Deleted accounts, and erasing their names. Not in all.ts: the login page doesn't need them. */
export const eraseMessages = {
  formerMember: (id: number) => `Former member ${id}`,
  stillLive: (name: string) =>
    `${name} still has an account. Delete it first, then erase the name and email.`,
  erased: (name: string, id: number, changed: ErasedCounts) =>
    [
      `The name and email of ${name} were erased.`,
      shownOn(changed, `Former member ${id}`),
      `The password was removed${removedFailures(changed.failures)}.`,
      'Text that people typed and earlier backups are unchanged.',
    ].join(' '),
  alreadyErased: (name: string) => `${name} was erased before. Nothing was changed.`,
  confirm: (name: string, id: number) =>
    `Replace the name and email of "${name}" with "Former member ${id}" everywhere?`,
  isFinal: "This can't be undone. Text that people typed and earlier backups stay as they are.",
  failed: 'Failed to erase the name and email.',
  none: 'No deleted accounts',
  loadFailed: 'Failed to load deleted accounts. Please try again.',
} as const
