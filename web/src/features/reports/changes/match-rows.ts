import type { TaskDetail } from '#shared/contract/reports.ts'
import { minutesOf } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'

export type RowChange = {
  kind: 'same' | 'changed' | 'added' | 'removed'
  before?: TaskDetail
  after?: TaskDetail
  /** Its number among the rows of either version, from 1. */
  from?: number
  to?: number
  /** It stands at another place among the rows that are in both. */
  isMoved: boolean
}

type Pair = { from: number; to: number }

/** From this share of common words on, one text is the other one rewritten. */
const alike = 0.5

/** What became of the rows of a report, in the order of the later version; removed ones stand where they stood. */
export function matchRows(before: readonly TaskDetail[], after: readonly TaskDetail[]): RowChange[] {
  const pairs = pairUp(before, after)
  const inOrder = longestRising(pairs)
  const toFrom = new Map(pairs.map(({ from, to }) => [to, from]))
  const kept = new Set(pairs.map(({ from }) => from))
  const changes: RowChange[] = []
  let next = 0

  /** The removed rows that stood before this one. */
  function addRemoved(until: number) {
    for (; next < until; next++) {
      const row = before[next]
      if (row && !kept.has(next))
        changes.push({ kind: 'removed', before: row, from: next + 1, isMoved: false })
    }
  }

  for (const [to, row] of after.entries()) {
    const from = toFrom.get(to)
    const old = from === undefined ? undefined : before[from]
    if (from === undefined || old === undefined) {
      changes.push({ kind: 'added', after: row, to: to + 1, isMoved: false })
      continue
    }
    const isMoved = !inOrder.has(from)
    if (!isMoved) addRemoved(from)
    const kind = isSame(old, row) ? 'same' : 'changed'
    changes.push({ kind, before: old, after: row, from: from + 1, to: to + 1, isMoved })
  }
  addRemoved(before.length)
  return changes
}

const isSame = (one: TaskDetail, other: TaskDetail) =>
  one.task_description === other.task_description &&
  one.project_id === other.project_id &&
  minutesOf(one.hours) === minutesOf(other.hours)

/** The surest first: the same text and project, then the same text, then texts that are alike. */
function pairUp(before: readonly TaskDetail[], after: readonly TaskDetail[]): Pair[] {
  const pairs: Pair[] = []
  const open = { before: new Set(before.keys()), after: new Set(after.keys()) }

  function take({ from, to }: Pair) {
    if (!open.before.has(from) || !open.after.has(to)) return
    open.before.delete(from)
    open.after.delete(to)
    pairs.push({ from, to })
  }

  function pairEqual(keyOf: (row: TaskDetail) => string) {
    const places = new Map<string, number[]>()
    for (const from of open.before) {
      const key = keyOf(before[from] as TaskDetail)
      places.set(key, [...(places.get(key) ?? []), from])
    }
    for (const to of [...open.after]) {
      const from = places.get(keyOf(after[to] as TaskDetail))?.shift()
      if (from !== undefined) take({ from, to })
    }
  }

  pairEqual(row => `${row.project_id} ${minutesOf(row.hours)} ${row.task_description}`)
  pairEqual(row => `${row.project_id} ${textKey(row)}`)
  pairEqual(textKey)

  const words = { before: new Map<number, Set<string>>(), after: new Map<number, Set<string>>() }
  for (const from of open.before) words.before.set(from, wordsOf(before[from] as TaskDetail))
  for (const to of open.after) words.after.set(to, wordsOf(after[to] as TaskDetail))
  const likely: (Pair & { score: number })[] = []
  for (const [from, these] of words.before) {
    for (const [to, those] of words.after) {
      const score = likeness(these, those)
      // Of two that are equally alike, the one of the same project.
      const bonus = before[from]?.project_id === after[to]?.project_id ? 0.25 : 0
      if (score >= alike) likely.push({ from, to, score: score + bonus })
    }
  }
  for (const pair of likely.sort((one, other) => other.score - one.score)) take(pair)
  return pairs.sort((one, other) => one.to - other.to)
}

const textKey = ({ task_description }: TaskDetail) => task_description.trim().toLowerCase()

/** Of the beginning, which tells rows apart: every row is compared with every other. */
const wordsOf = ({ task_description }: TaskDetail) =>
  new Set(
    task_description
      .slice(0, 400)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu),
  )

/** The words they share, of all that they have: 0 to 1. */
function likeness(these: ReadonlySet<string>, those: ReadonlySet<string>): number {
  let common = 0
  for (const word of these) if (those.has(word)) common++
  return these.size + those.size === 0 ? 0 : (2 * common) / (these.size + those.size)
}

/**
 * The earlier places of the rows that kept their order: as many as can be, and of those rather the ones that kept their
 * number too. The others were moved.
 */
function longestRising(pairs: readonly Pair[]): Set<number> {
  const best: { score: number; previous: number }[] = []
  let end = -1
  for (const [index, { from, to }] of pairs.entries()) {
    let [reached, previous] = [0, -1]
    for (const [earlier, pair] of pairs.slice(0, index).entries()) {
      const score = best[earlier]?.score ?? 0
      if (pair.from < from && score > reached) [reached, previous] = [score, earlier]
    }
    // A row counts more than all bonuses together.
    const score = reached + limits.rowsMax + 1 + (from === to ? 1 : 0)
    best.push({ score, previous })
    if (end < 0 || score > (best[end]?.score ?? 0)) end = index
  }
  const rising = new Set<number>()
  for (let at = end; at >= 0; at = best[at]?.previous ?? -1) rising.add(pairs[at]?.from ?? -1)
  return rising
}
