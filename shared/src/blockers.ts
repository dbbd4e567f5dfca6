/** What people write where there is nothing to say. */
const nothing = new Set([
  '',
  'none',
  'no',
  'nope',
  'nothing',
  'n/a',
  'na',
  'nil',
  'no blockers',
  'no blocker',
  'none today',
  'nothing today',
])

/** Longer than any of them. Keeps the expressions below from long texts. */
const longest = 20

/** Whether a report's blockers name one: "None.", "n/a" and "-" don't. */
export function hasBlockers(text: string | null): boolean {
  const said = (text ?? '').trim().toLowerCase()
  if (said.length > longest) return true
  return !nothing.has(said.replace(/[\s.!]+$/, '')) && !/^[-–—/\s]+[.!]?$/.test(said)
}
