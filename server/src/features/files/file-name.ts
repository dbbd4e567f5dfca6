import { limits } from '#shared/limits.ts'

/**
 * A name fit to be shown and offered again: without folders and control characters, and not too long; the
 * extension survives. It is never a name on disk.
 */
export function cleanFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
  const name = base.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  if (name === '' || name === '.' || name === '..') return 'file'
  if (name.length <= limits.fileNameMax) return name
  const [extension = ''] = /\.[^.]{1,20}$/.exec(name) ?? []
  return name.slice(0, limits.fileNameMax - extension.length) + extension
}
