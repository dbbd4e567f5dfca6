import * as activity from '#shared/contract/activity.ts'
import { instant, type Notes, whole } from '../../http/openapi/notes.ts'

const address = {
  description: 'Where the Git server sends its events.',
  example: 'https://reports.example.org/api/hooks/0pqXnnHhEPfj6iwUYSvQeTyR',
}

export const activityNotes: Notes = {
  contract: [activity],
  fields: {
    'ActivitySourceInput.name': { example: 'Website on GitHub' },
    'ActivitySource.name': { example: 'Website on GitHub' },
    'NewActivitySource.name': { example: 'Website on GitHub' },
    'ActivitySourceInput.kind': { example: 'github' },
    'ActivitySource.kind': { example: 'github' },
    'NewActivitySource.kind': { example: 'github' },
    'NewActivitySource.address': address,
    'ActivitySource.address': address,
    last_event_at: {
      ...instant,
      description: 'When the Git server last sent anything with the right secret.',
    },
    unmatched: {
      ...whole,
      description:
        'Commits, requests and issues of people whom no account names. Nothing else of them is kept.',
      example: 0,
    },
    'NewActivitySource.secret': {
      description: 'Only this answer has it.',
      example: 'vP0n-xZ0bqV6dVjvUu1rcTnWJ7yqPq7d0oY4nV0QFz8',
    },
    'OwnClaim.kind': { description: '`email`, or the kind of Git server of a login.', example: 'email' },
    'WaitingClaim.kind': { description: '`email`, or the kind of Git server of a login.', example: 'github' },
    'OwnClaim.name': { description: 'The email or the login.', example: 'dina@home.example' },
    'WaitingClaim.name': { description: 'The email or the login.', example: 'dina-dev' },
    claimed_at: instant,
    code_sent_at: {
      ...instant,
      description: 'When the code was mailed that confirms the email. Null for logins.',
    },
    'ClaimCodeInput.code': { description: 'As it was mailed.', example: 'k7xq-ab3d-9mhe' },
    login: { description: 'The name of a user on a Git server, without case.', example: 'dina-dev' },
    'ActivityLogin.kind': { example: 'github' },
    'ActivityLoginInput.kind': { example: 'github' },
    'ActivityInput.items': { description: '1 to 100.' },
    external_id: {
      description: 'Sending an item with the same id again changes nothing.',
      example: 'ticket-4711',
    },
    'ActivityStored.created': { ...whole, description: 'How many items are new.', example: 1 },
    'ActivityStored.skipped': { ...whole, example: 0 },
  },
}
