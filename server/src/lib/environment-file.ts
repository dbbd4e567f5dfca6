// The format of systemd's EnvironmentFile=, so that a command reads the same values as the service. A shell would split
// them at blanks and run the text after an "&"; `.env` files end a value at "#".

import { type DotEnv, type IgnoredLine, nameAtStart } from './dot-env.ts'

/** Lines of NAME=value. Quotes and backslashes are read as systemd does; other lines are ignored. */
export function parseEnvironmentFile(text: string): DotEnv {
  const values: Record<string, string> = {}
  const ignored: IgnoredLine[] = []
  const content = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  let rest = content
  while (rest !== '') {
    const line = /^[ \t]*(?:[#;].*)?(?:\n|$)/.exec(rest)
    if (line) {
      if (line[0] === '') break
      rest = rest.slice(line[0].length)
      continue
    }
    const [assignment, name = ''] = /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*/.exec(rest) ?? []
    if (assignment === undefined) {
      const read = content.slice(0, content.length - rest.length)
      ignored.push({ number: read.split('\n').length, name: nameAtStart(rest) })
      rest = rest.replace(/^.*(\n|$)/, '')
      continue
    }
    const { value, length } = readValue(rest.slice(assignment.length))
    values[name] = value
    rest = rest.slice(assignment.length + length)
  }
  return { values, ignored }
}

/** Reads from the first character of a value to the end of its line. */
function readValue(text: string): { value: string; length: number } {
  let value = ''
  /** Blanks before this index belong to the value, because they were quoted or escaped. */
  let kept = 0
  let isPlain = false
  let at = 0
  for (; at < text.length && text[at] !== '\n'; at++) {
    const character = text[at] ?? ''
    if (character === '\\') {
      at++
      // A backslash at the end of a line joins it with the next one.
      if (text[at] !== '\n') value += text[at] ?? ''
      kept = value.length
      isPlain = true
    } else if (!isPlain && (character === '"' || character === "'")) {
      const end = closing(text, at)
      value += unquoted(text.slice(at + 1, end), character)
      kept = value.length
      at = end
    } else {
      // Once a value has begun without quotes, a quote in it is a character like any other.
      if (!/[ \t]/.test(character)) isPlain = true
      if (isPlain) value += character
    }
  }
  return { value: value.slice(0, kept) + value.slice(kept).trimEnd(), length: at + 1 }
}

function closing(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === quote) return at
    if (text[at] === '\\' && quote === '"') at++
  }
  return text.length
}

/** Between double quotes a backslash escapes these characters; between single quotes it escapes nothing. */
const unquoted = (text: string, quote: string) =>
  quote === "'" ? text : text.replaceAll(/\\(["\\`$])/g, '$1').replaceAll('\\\n', '')
