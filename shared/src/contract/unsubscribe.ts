import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { notificationKinds } from './notification-kinds.ts'

/** What a link in a mail turns off: mails of a kind, or all of them for those who get one a day. */
export const unsubscribeKinds = [...notificationKinds, 'daily'] as const
export type UnsubscribeKind = (typeof unsubscribeKinds)[number]

export const unsubscribeQuery = z.object({ code: z.string({ error: messages.field.required('code') }) })

/** A code is `user.kind.signature`: the page that asks can say what it turns off; the server checks the signature. */
export function unsubscribeKindOf(code: string): UnsubscribeKind | undefined {
  const [, kind] = code.split('.')
  return unsubscribeKinds.find(known => known === kind)
}
