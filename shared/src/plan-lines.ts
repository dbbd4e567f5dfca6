import { limits } from './limits.ts'
import { linesOf } from './lines.ts'

// Matches list markers such as "- ", "* ", "• ", "1. ", "2) ", "[ ] " and "☐ " at the beginning of a line, also several of
// them. A character that a word can begin with is a marker only before a space.
const marks =
  /^(?:(?:[-*+–—●○·](?=[\s[]|$)|[•‣▪◦■□☐☑☒✓✔✅]\uFE0F?|\d{1,3}\.(?=\s|$)|\(?\d{1,3}\.?\)(?!\d)|\[[ xX✓]?\](?=\s|$))\s*)+/u

/** Returns the lines of a plan without their list markers. Lines of one character are left out. */
export function planLines(plan: string): string[] {
  const lines = linesOf(plan).map(withoutMarks)
  return withoutKnown([], lines)
    .filter(line => [...line].length > 1)
    .slice(0, limits.planLinesMax)
}

/** Appends the lines that aren't in the plan yet. */
export function carryOver(plan: string, lines: readonly string[]): string {
  const added = withoutKnown(linesOf(plan).map(withoutMarks), lines)
  if (added.length === 0) return plan
  const written = plan.trimEnd()
  return [
    ...(written === '' ? [] : [written]),
    ...added.map(line => getBulletOfLastLine(written) + line),
  ].join('\n')
}

/** Texts with the same key count as equal: they are trimmed, without list markers, in lower case. */
export const lineKey = (text: string) => withoutMarks(text).toLowerCase()

const withoutMarks = (line: string) => line.trim().replace(marks, '')

/** Returns the lines that aren't among the others, without repetitions. */
function withoutKnown(others: readonly string[], lines: readonly string[]): string[] {
  const known = new Set(others.map(lineKey))
  return lines.filter(line => {
    const key = lineKey(line)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/** Returns the bullet of the plan's last line, so that appended lines continue the list. A checked box becomes unchecked. */
function getBulletOfLastLine(plan: string): string {
  const last = plan.slice(plan.lastIndexOf('\n') + 1)
  const bullet = /^\s*(?:[-*+•‣▪●○◦·■□☐☑☒✓✔✅–—]\uFE0F?\s+|[-*+–—](?=\[))(?:\[[ xX✓]?\]\s+)?/u.exec(last)
  return bullet?.[0].replace(/\[[xX✓]\]/u, '[ ]').replace(/[☑☒✓✔✅]\uFE0F?/u, '☐') ?? ''
}
