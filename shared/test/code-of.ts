import { type FailureCode, failureCodes, failureKind } from '../src/failure-codes.ts'

/** Finds the code with this status and message. */
export function codeOf(status: number, text: string): FailureCode | undefined {
  return failureCodes.find(code => failureKind(code).status === status && matchesCode(code, text))
}

/** Whether the text is the message of this code, with any values. */
export function matchesCode(code: FailureCode, text: string): boolean {
  const message = failureKind(code).message as string | ((...values: unknown[]) => string)
  if (typeof message === 'string') return message === text
  const parts = message('§', '§', '§').split('§')
  const pattern = new RegExp(
    `^${parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`,
    's',
  )
  // Some messages have other words for one day or one minute.
  return message(1) === text || pattern.test(text)
}
