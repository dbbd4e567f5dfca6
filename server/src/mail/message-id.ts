import { randomUUID } from 'node:crypto'

/**
 * Kept with the job of a mail: the part of its Message-ID that makes it unique. Mail programs know a second copy by it, so
 * every try has the same one. It is random, because ids of rows come again after a restore, for other mails. Jobs of earlier
 * versions have none.
 */
export type WithMessageId = { message?: string }

export const withMessageId = () => ({ message: randomUUID() })
