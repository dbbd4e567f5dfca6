import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { ellipsis } from '../../lib/text-budget.ts'

/** The lengths to which the texts of an answer are cut, one after the other, until it is short enough. */
const cuts = [2000, 500, 150]

/**
 * The JSON of a tool's answer. An assistant reads all of it, so it is far shorter than what a page may load: texts are
 * cut until it fits, and if that isn't enough, the rows of reports are left out.
 */
export function fitAnswer(answer: object): string {
  const whole = JSON.stringify(answer)
  if (isShort(whole)) return whole
  for (const length of cuts) {
    const text = JSON.stringify({ ...answer, note: messages.assistants.shortened }, (_name, value) =>
      cut(value, length),
    )
    if (isShort(text)) return text
  }
  return JSON.stringify({ ...answer, note: messages.assistants.withoutRows }, (name, value) =>
    name === 'task_details' ? undefined : cut(value, cuts.at(-1) ?? 0),
  )
}

const isShort = (text: string) => Buffer.byteLength(text) <= limits.toolAnswerBytes

const cut = (value: unknown, length: number) =>
  typeof value === 'string' && value.length > length
    ? value.slice(0, length).toWellFormed() + ellipsis
    : value
