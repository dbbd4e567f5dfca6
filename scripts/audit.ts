import { spawnSync } from 'node:child_process'
import { root } from './child.mjs'
import type { Tally } from './tally.ts'

type AuditResult = { tally: Tally; sentence: string }

/** Requests known vulnerabilities of production packages from the registry. Without a response it counts as no test. */
export async function auditProduction(): Promise<Tally> {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' })
  const { tally, sentence } = judgeAudit(stdout)
  console.log(`npm audit of production: ${sentence}`)
  return tally
}

export function judgeAudit(output: string): AuditResult {
  const total = totalOf(output)
  if (total === undefined)
    return { tally: { passed: 0, failed: 0 }, sentence: 'not asked: the registry does not answer audits' }
  return total === 0
    ? { tally: { passed: 1, failed: 0 }, sentence: 'no known weaknesses' }
    : { tally: { passed: 0, failed: 1 }, sentence: `${total} known weaknesses: see npm audit --omit=dev` }
}

function totalOf(output: string): number | undefined {
  try {
    return JSON.parse(output).metadata?.vulnerabilities?.total
  } catch {
    return undefined
  }
}
