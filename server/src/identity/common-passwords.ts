import { readFile } from 'node:fs/promises'
import { commonPasswords } from '../lib/paths.ts'

/**
 * Is this one of the 10,000 most common passwords of six or more characters? Read when it is asked and dropped again: it is
 * asked rarely, and the list would take more memory than the rest of the account.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const wanted = password.toLowerCase()
  if (wanted.includes('\n')) return false
  return `\n${await readFile(commonPasswords, 'utf8')}`.includes(`\n${wanted}\n`)
}
