import { parseEnv } from 'node:util'

/** A line that sets nothing, with the name that it seems to set: a secret can stand behind it. */
export type IgnoredLine = { number: number; name: string }

export type DotEnv = { values: Record<string, string>; ignored: IgnoredLine[] }

/** Values as Node reads them, which ignores other lines without a word, and takes a BOM for a part of the first name. */
export function parseDotEnv(text: string): DotEnv {
  const content = text.replace(/^\uFEFF/, '').replaceAll('\r', '')
  const ignored: IgnoredLine[] = []
  const lines = content.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (/^\s*(#|$)/.test(line)) continue
    const [assignment, quote] = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(["'`]?)/.exec(line) ?? []
    if (assignment === undefined) ignored.push({ number: index + 1, name: nameAtStart(line) })
    // A value in quotes can go on for several lines. Without a closing quote it ends with its line.
    else if (quote && !line.includes(quote, assignment.length)) {
      const end = lines.findIndex((later, at) => at > index && later.includes(quote))
      if (end > 0) index = end
    }
  }
  return { values: parseEnv(content) as Record<string, string>, ignored }
}

export const nameAtStart = (line: string) => /^\s*(?:export\s+)?([A-Za-z_]\w*)/.exec(line)?.[1] ?? ''
