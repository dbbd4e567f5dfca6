export const blockers = {
  stateInvalid: 'State must be open or resolved',
  notFound: 'Blocker not found',
  ownerMissing: 'The owner must have an account',
  alreadyResolved: 'This blocker is already resolved',
  alreadyOpen: 'This blocker is already open',
  openElsewhere: 'There is already an open blocker with the same text',
  loadFailed: 'Failed to load blockers',
  noneOpen: 'No open blockers',
  noneOpenYet: "When a report names a blocker, it stays here until it's resolved.",
  noneResolved: 'No resolved blockers',
  noneMatch: 'No blockers match your filters',
  resolved: 'Blocker resolved.',
  reopened: 'Blocker reopened.',
  resolveFailed: "The blocker couldn't be resolved",
  reopenFailed: "The blocker couldn't be reopened",
  assignFailed: "The owner couldn't be saved",
  stayOpen: "These stay open until they're resolved.",
  loading: 'Loading blockers...',

  /** How long a blocker has been open. */
  age: (days: number) => {
    if (days === 0) return 'Today'
    return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`
  },
} as const
