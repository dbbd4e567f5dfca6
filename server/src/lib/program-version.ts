import { readFileSync } from 'node:fs'
import { type ProgramVersion, versionText } from '#shared/program-version.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { builtCommit } from './paths.ts'

/** The running program. */
export const program: ProgramVersion = {
  version: packageJson.version,
  commit: builtCommit ? readCommit(builtCommit) : null,
}

export const programText = versionText(program)

/** Null without the file, and if it has no commit. */
export function readCommit(file: URL): string | null {
  try {
    const [commit] = /^[0-9a-f]{7}/.exec(readFileSync(file, 'utf8')) ?? []
    return commit ?? null
  } catch {
    return null
  }
}
