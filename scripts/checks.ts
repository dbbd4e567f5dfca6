import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { borderCrossings } from './borders.ts'
import { ensureBuilt, web } from './build.mjs'
import { endWithParent, root } from './child.mjs'
import type { Tally } from './tally.ts'
import { isOverweight, readManifest, sentSizes, weigh, weightTable } from './weight.ts'

/** `output` is printed only if the check fails, `figures` always. */
type Outcome = { ok: boolean; output?: string; figures?: string }
type Check = { name: string; run: () => Promise<Outcome> }

// The server's project contains everything that runs on Node: scripts, tests and bench too.
const typed = ['shared', 'server', 'web', 'web/worker', 'e2e']

const lint = (...options: string[]): Check => ({
  name: 'lint and format',
  run: () =>
    collect('node_modules/@biomejs/biome/bin/biome', [
      'ci',
      '--colors=force',
      '--error-on-warnings',
      ...options,
    ]),
})

// These rules read the types of all packages, which takes a third of lint's time.
const withoutPromises = ['--skip=nursery/noFloatingPromises', '--skip=nursery/noMisusedPromises']

const checks: Check[] = [
  ...typed.map(project => ({
    name: `types of ${project}`,
    // One thread, because by default each of four threads checks the shared types again, which doubles the work.
    run: () => collect('node_modules/typescript/bin/tsc', ['-p', project, '--pretty', '--checkers', '1']),
  })),
  {
    name: 'import borders',
    run: async () => {
      const crossings = borderCrossings(root)
      return { ok: crossings.length === 0, output: crossings.join('\n') }
    },
  },
]

const pageWeight: Check = {
  name: 'page weight: script and style as sent',
  run: async () => {
    await ensureBuilt([web])
    const folder = join(root, 'dist', 'web')
    const weights = weigh(readManifest(folder), sentSizes(folder))
    return { ok: !weights.some(isOverweight), figures: weightTable(weights) }
  },
}

const apiRules: Check = {
  name: 'API description: rules of Spectral',
  run: () => collect('scripts/check-api.ts', []),
}

/**
 * Each check counts as one test. The quick form takes half the time: it leaves out the page weight, which needs a build, the
 * rules of the API description, and the slowest rules of lint.
 */
export async function runChecks({ isQuick = false } = {}): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  // The longest checks start first.
  const waiting = isQuick ? [lint(...withoutPromises), ...checks] : [lint(), ...checks, apiRules, pageWeight]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { ok, output, figures } = await check.run().catch(failed)
      console.log(`${ok ? '✓' : '✗'} ${check.name}`)
      if (figures) console.log(figures)
      if (!ok && output) console.log(output.trimEnd())
      tally[ok ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all([work(), work()])
  return tally
}

/** A check that can't run has failed; the others still run. */
const failed = (error: Error): Outcome => ({ ok: false, output: String(error) })

/** Runs a tool and collects its output, so that the outputs of tools that run together don't mix. */
function collect(script: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...endWithParent, join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    let output = ''
    child.stdout?.on('data', chunk => {
      output += chunk
    })
    child.stderr?.on('data', chunk => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', code => resolve({ ok: code === 0, output }))
  })
}
