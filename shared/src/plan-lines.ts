import { limits } from './limits.ts'

// "- ", "* ", "• ", "1. ", "2) ", "[ ] " and "☐ " at the beginning of a line, also several of them. Characters that a word
// can begin with need a space after them.
const marks =
  /^(?:(?:[-*+–—●○·](?=[\s[]|$)|[•‣▪◦■□☐☑☒✓✔✅]\uFE0F?|\d{1,3}\.(?=\s|$)|\(?\d{1,3}\.?\)(?!\d)|\[[ xX✓]?\](?=\s|$))\s*)+/u

/** The lines of a plan without their list markers. Lines of one character are left out. */
export function planLines(plan: string): string[] {
  const lines = plan.split(/\r\n|[\n\r\u2028\u2029]/u).map(withoutMarks)
  return unlike([], lines)
    .filter(line => [...line].length > 1)
    .slice(0, limits.planLinesMax)
}

/** Appends lines to a plan, unless they are in it already. */
export function carryOver(plan: string, lines: readonly string[]): string {
  const added = unlike(plan.split(/[\n\r]/u).map(withoutMarks), lines)
  if (added.length === 0) return plan
  const written = plan.trimEnd()
  return [...(written === '' ? [] : [written]), ...added.map(line => likeTheLast(written) + line)].join('\n')
}

/** Texts with the same key say the same: trimmed, without list markers, in lower case. */
export const lineKey = (text: string) => withoutMarks(text).toLowerCase()

const withoutMarks = (line: string) => line.trim().replace(marks, '')

/** The lines that are not among the others, each once. */
function unlike(others: readonly string[], lines: readonly string[]): string[] {
  const known = new Set(others.map(lineKey))
  return lines.filter(line => {
    const key = lineKey(line)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/** A plan that is a list of bullets stays one. */
function likeTheLast(plan: string): string {
  const last = plan.slice(plan.lastIndexOf('\n') + 1)
  const bullet = /^\s*(?:[-*+•‣▪●○◦·■□☐☑☒✓✔✅–—]\uFE0F?\s+|[-*+–—](?=\[))(?:\[[ xX✓]?\]\s+)?/u.exec(last)
  return bullet?.[0].replace(/\[[xX✓]\]/u, '[ ]').replace(/[☑☒✓✔✅]\uFE0F?/u, '☐') ?? ''
}
