import { formatCount } from '../numbers.ts'
export const blockers = {
  stateInvalid: 'State must be open or resolved',
  notFound: 'Blocker not found',
  ownerMissing: 'The owner must have an account',
  alreadyResolved: 'This blocker is already resolved',
  alreadyOpen: 'This blocker is already open',
  openElsewhere: 'There is already an open blocker with the same text',
  loadFailed: "We couldn't load the blockers.",
  noneOpen: 'No open blockers',
  noneOpenYet: "Blockers from reports stay here until they're resolved.",
  noneResolved: 'No resolved blockers',
  noneMatch: 'No blockers match your filters',
  resolved: 'Blocker resolved.',
  reopened: 'Blocker reopened.',
  resolveFailed: "We couldn't resolve this blocker.",
  reopenFailed: "We couldn't reopen this blocker.",
  assignFailed: "We couldn't save the owner.",
  stayOpen: "These stay open until they're resolved.",
  loading: 'Loading blockers...',
  allOpen: 'All open blockers',
  countOpen: (count: number) => (count === 1 ? '1 open blocker' : `${formatCount(count)} open blockers`),
  more: (count: number) => `and ${formatCount(count)} more`,
  notOpen: 'No longer open',
  owner: (name: string) => `Owner: ${name}`,
  noOwner: 'No owner',

  /** How long a blocker has been open. */
  age: (days: number) => {
    if (days === 0) return 'Today'
    return days === 1 ? '1 day' : `${formatCount(days)} days`
  },
} as const
