import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './machine.ts'
import type {
  Compared,
  Export,
  Growth,
  Pace,
  Sheet,
  SignIns,
  Speed,
  Spread,
  Ticks,
  WithWebhooks,
} from './measure.ts'

export type EngineResult = {
  engine: 'SQLite' | 'PostgreSQL'
  /** Milliseconds from the start of the process to its first response, with a warm compile cache. */
  start: Spread
  /** Memory in MB. */
  memory: Record<'idle' | 'after', { real: number; floor: number }>
  memoryOnL?: number
  compared: Compared[]
  /** Absent if only a part was measured. */
  signIns?: SignIns | undefined
  webhooks?: WithWebhooks | undefined
  growth?: Growth[]
  exported?: Export | undefined
  sheet?: Sheet | undefined
  turns?: Ticks[]
}

export const goals = {
  startMs: 1000,
  idleMB: 110,
  afterMB: 220,
  growth: 1.3,
  exportRatio: 0.7,
  exportGrowthMB: 64,
  exportOthersMs: 100,
  sheetShare: 0.5,
  signIns: 3,
  webhooksShare: 0.9,
  turnMs: 20,
}

type Line = { name: string; value: string; target: string; isMet?: boolean }

const two = (value: number) => value.toFixed(2)
const spreadOf = ({ median, min, max }: Spread) => `${two(median)} (${two(min)}–${two(max)})`
const whole = (value: number) => Math.round(value).toLocaleString('en-US')

const cpuShare = (real: Speed, floor: Speed) =>
  real.cpuMs && floor.cpuMs ? `; by processor time ${two(floor.cpuMs / real.cpuMs)}` : ''

/** One line per figure, each with its target. */
function linesOf(result: EngineResult): { title: string; head: string; lines: Line[] }[] {
  const { memory, start, signIns, webhooks, growth, exported, sheet, turns } = result
  return [
    {
      title: 'Requests per second as a share of the floor (data set S)',
      head: 'call, connections',
      lines: result.compared.map(({ name, connections, ratio, target, real, floor }) => ({
        name: `${name}, ${connections}`,
        value: `${spreadOf(ratio)}; ${whole(real.perSecond)} to ${whole(floor.perSecond)} per second, p50 ${two(real.p50)} ms, p99 ${two(real.p99)} ms${cpuShare(real, floor)}`,
        target: target === undefined ? '' : `≥ ${target}`,
        ...(target !== undefined && { isMet: ratio.median >= target }),
      })),
    },
    {
      title: 'L against S, middle latency',
      head: 'call',
      lines: (growth ?? []).map(({ name, ratio, cpu, s, l }) => ({
        name,
        value: `${spreadOf(ratio)}; ${two(l)} ms to ${two(s)} ms${cpu === undefined ? '' : `; by processor time ${two(cpu)}`}`,
        target: `≤ ${goals.growth}`,
        isMet: ratio.median <= goals.growth,
      })),
    },
    {
      title: 'p95 on L, ms',
      head: 'call',
      lines: (growth ?? []).flatMap(({ name, p95: { value, most } }) =>
        most === undefined ? [] : [{ name, value: two(value), target: `≤ ${most}`, isMet: value <= most }],
      ),
    },
    {
      title: 'Longest event-loop tick on L, ms',
      head: 'during',
      lines: (turns ?? []).map(({ name, longest }) => ({
        name,
        value: spreadOf(longest),
        target: `≤ ${goals.turnMs}`,
        isMet: longest.median <= goals.turnMs,
      })),
    },
    {
      title: 'Memory, start, export, sign-ins, webhooks',
      head: 'what',
      lines: [
        most('memory idle, MB', memory.idle.real, goals.idleMB, `floor ${whole(memory.idle.floor)}`),
        most(
          'memory after all calls above, MB',
          memory.after.real,
          goals.afterMB,
          `floor ${whole(memory.after.floor)}`,
        ),
        ...(result.memoryOnL === undefined
          ? []
          : [most('memory idle on L, MB', result.memoryOnL, goals.idleMB)]),
        most('second start to first answer, ms', start.median, goals.startMs),
        ...(exported ? exportLines(exported) : []),
        ...(sheet ? sheetLines(sheet) : []),
        ...(signIns ? [signInLine(signIns)] : []),
        ...(webhooks ? [webhooksLine(webhooks)] : []),
      ],
    },
  ]
}

function most(name: string, value: number, target: number, beside?: string): Line {
  return {
    name,
    value: beside ? `${whole(value)} (${beside})` : whole(value),
    target: `≤ ${target}`,
    isMet: value <= target,
  }
}

const sheetLines = ({ rows, share, growth, highest }: Sheet): Line[] => [
  {
    name: `XLSX of ${whole(rows)} rows, rate as a share of CSV, by processor time`,
    value: two(share),
    target: `≥ ${goals.sheetShare}`,
    isMet: share >= goals.sheetShare,
  },
  most('memory growth meanwhile, MB', growth, goals.exportGrowthMB, `${whole(highest)} in all`),
]

const signInLine = ({ count, during, without, seconds }: SignIns): Line => ({
  name: `p99 of a list during ${count} sign-ins at once`,
  value: `${two(during / without)} times that without (${two(during)} ms to ${two(without)} ms; they took ${two(seconds)} s)`,
  target: `≤ ${goals.signIns}`,
  isMet: during / without <= goals.signIns,
})

const webhooksLine = ({ count, share, withThem, without }: WithWebhooks): Line => ({
  name: `submit a report with ${count} webhooks, 16, as a share of that without`,
  value: `${spreadOf(share)}; ${whole(withThem)} to ${whole(without)} per second`,
  target: `≥ ${goals.webhooksShare}`,
  isMet: share.median >= goals.webhooksShare,
})

function exportLines({ lines, real, floor, growth, others }: Export): Line[] {
  return [
    {
      name: `CSV of ${whole(lines)} lines, rate as a share of the floor`,
      value: `${two(real / floor)} (${whole(real)} to ${whole(floor)} lines per second)`,
      target: `≥ ${goals.exportRatio}`,
      isMet: real / floor >= goals.exportRatio,
    },
    most('memory growth meanwhile, MB', growth.real, goals.exportGrowthMB, `floor ${whole(growth.floor)}`),
    most('p99 of a list meanwhile, ms', others.p99, goals.exportOthersMs),
  ]
}

const verdict = ({ isMet }: Line) => (isMet === undefined ? '' : isMet ? 'yes' : 'no')

export function printTable(result: EngineResult): void {
  for (const { title, lines } of linesOf(result)) {
    if (lines.length === 0) continue
    console.log(`\n${result.engine}: ${title}`)
    const width = Math.max(...lines.map(line => line.name.length))
    for (const line of lines) {
      const mark = line.isMet === undefined ? ' ' : line.isMet ? '✓' : '✗'
      console.log(`${mark} ${line.name.padEnd(width)}  ${line.value}${line.target && `  [${line.target}]`}`)
    }
  }
}

export function writeResults(
  name: 'quick' | 'whole',
  machine: Machine,
  results: EngineResult[],
  pace: Pace,
): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ machine, pace, results }, rounded, 2)}\n`)
  writeFileSync(join(folder, `${name}.md`), markdown(name, machine, results, pace))
  writeFileSync(join(folder, `${name}.svg`), picture(results))
}

const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 1000) / 1000 : value

function markdown(
  name: string,
  machine: Machine,
  results: EngineResult[],
  { rounds, sliceMs }: Pace,
): string {
  const { date, processor, cores, memoryGB, node, sqlite, postgres } = machine
  const parts = [
    `# Results of the last ${name} run`,
    `Measured ${date} on ${cores} cores, ${memoryGB} GB, ${processor}; Node ${node}, SQLite ${sqlite}${postgres ? `, PostgreSQL ${postgres}` : ''}. ` +
      `Medians of ${rounds} rounds of ${sliceMs} ms, smallest and largest in brackets. Made by \`npm run bench\`.`,
    ...results.flatMap(result => [
      `## ${result.engine}`,
      ...linesOf(result)
        .filter(({ lines }) => lines.length > 0)
        .map(({ title, head, lines }) =>
          [
            `### ${title}\n`,
            `| ${head} | measured | to reach | reached |`,
            '|---|---|---|---|',
            ...lines.map(line => `| ${line.name} | ${line.value} | ${line.target} | ${verdict(line)} |`),
          ].join('\n'),
        ),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}

/** A chart of the shares at 16 connections: two bars per call, and a line for the floor. */
function picture(results: EngineResult[]): string {
  const colours = { SQLite: '#2563eb', PostgreSQL: '#0f766e' }
  const names = [...new Set(results.flatMap(result => result.compared.map(one => one.name)))]
  const [left, barHeight, gap, width, longest] = [270, 16, 14, 860, 3]
  const scale = (width - left - 70) / longest
  const step = results.length * barHeight + gap
  const height = 96 + names.length * step
  const bars = names.flatMap((name, row) => {
    const top = 70 + row * step
    return [
      `<text x="${left - 12}" y="${top + (results.length * barHeight) / 2 + 5}" text-anchor="end">${name}</text>`,
      ...results.flatMap(({ engine, compared }, index) => {
        const one = compared.find(each => each.name === name && each.connections === 16)
        if (!one) return []
        const length = Math.min(longest, one.ratio.median) * scale
        const y = top + index * barHeight
        return [
          `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight - 3}" rx="2" fill="${colours[engine]}"/>`,
          `<text x="${(left + length + 6).toFixed(1)}" y="${y + 11}" font-size="12">${two(one.ratio.median)}</text>`,
        ]
      }),
    ]
  })
  const at = (share: number, label: string, dash: string) =>
    `<line x1="${left + share * scale}" x2="${left + share * scale}" y1="56" y2="${height - 18}" stroke="#64748b" stroke-dasharray="${dash}"/>` +
    `<text x="${left + share * scale}" y="${height - 4}" text-anchor="middle" font-size="12" fill="#475569">${label}</text>`
  const legend = results.map(
    ({ engine }, index) =>
      `<rect x="${left + index * 130}" y="34" width="12" height="12" rx="2" fill="${colours[engine]}"/><text x="${left + 18 + index * 130}" y="45">${engine}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14" fill="#0f172a" role="img" aria-label="Requests per second at 16 connections as a share of the floor">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${left}" y="22" font-size="16" font-weight="600">Requests per second at 16 connections, as a share of the floor</text>
${[...legend, at(0.8, '0.8', '3 3'), at(1, 'floor', ''), ...bars].join('\n')}
</svg>
`
}
