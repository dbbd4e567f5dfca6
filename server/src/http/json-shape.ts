/** Far more than any body has: a list of 500 people has 1,500 arrays and objects, and a push of a thousand commits 10,000. */
const nestedMax = 150_000
const depthMax = 100
/** Shorter texts are parsed in a few milliseconds, whatever they contain. */
const alwaysFast = 100_000

/**
 * Whether a text of JSON has so many or so deeply nested arrays and objects that parsing it would take long: a megabyte of
 * brackets takes a tenth of a second, in which no other request runs.
 */
export function isTooNested(json: string): boolean {
  if (json.length <= alwaysFast) return false
  let nested = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') {
      at = endOfString(json, at)
    } else if (character === '[' || character === '{') {
      if (++nested > nestedMax || ++depth > depthMax) return true
    } else if (character === ']' || character === '}') {
      depth--
    }
  }
  return false
}

function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
