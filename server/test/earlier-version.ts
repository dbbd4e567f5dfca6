import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from './backup-drill.ts'
import { commits, git } from './history.ts'

const root = join(import.meta.dirname, '../..')

export type EarlierVersion = keyof typeof commits

/**
 * The sources of an earlier version, as the history has them, in a folder that is gone after the test. They run as they
 * are on the packages of today, because Node strips their types.
 */
export function sourcesOf(version: EarlierVersion): string {
  const folder = scratchFolder()
  const archive = join(folder, 'sources.tar')
  const parts = ['server/src', 'shared/src', 'package.json']
  git('archive', `--output=${archive}`, commits[version], ...parts)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
