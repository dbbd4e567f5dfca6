import { randomUUID } from 'node:crypto'

/**
 * The unique part of a mail's Message-ID, stored with its job: every attempt has the same one, so that mail programs
 * recognise a second copy. It is random, because ids of rows are reused for other mails after a restore. Jobs of earlier
 * versions have none.
 */
export type WithMessageId = { message?: string }

export const withMessageId = () => ({ message: randomUUID() })
