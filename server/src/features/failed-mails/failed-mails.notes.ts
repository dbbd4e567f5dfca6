import * as failedMails from '#shared/contract/failed-mails.ts'
import { type FieldNote, type Notes, whole } from '../../http/openapi/notes.ts'

const delivery: Record<string, FieldNote> = {
  kind: { description: 'What the email is about.', example: 'comment' },
  to: { description: 'The email address.', example: 'dina@example.org' },
  subject: { example: 'Max Manager commented on your report of 10 March' },
  error: {
    description: 'What the mail server said last.',
    example: "The mail server didn't accept the email: 550 No such user here",
  },
  attempts: { ...whole, description: 'How often it was tried.', example: 8 },
  failed_at: { description: 'Null: it is tried again.', example: '2026-03-10T17:30:00.000Z' },
}

export const failedMailsNotes: Notes = {
  contract: [failedMails],
  // Both replies have the fields of a delivery.
  fields: {
    ...Object.fromEntries(
      Object.entries(delivery).flatMap(([name, note]) => [
        [`Delivery.${name}`, note],
        [`RetriedDelivery.${name}`, note],
      ]),
    ),
    queued: { ...whole, description: "Emails that are due and haven't been sent yet.", example: 0 },
  },
}
