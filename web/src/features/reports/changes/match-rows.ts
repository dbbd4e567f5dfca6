import type { TaskDetail } from '#shared/contract/reports.ts'
import { minutesOf } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'

export type RowChange = {
  kind: 'same' | 'changed' | 'added' | 'removed'
  before?: TaskDetail
  after?: TaskDetail
  /** The row's number in the earlier and in the later version, from 1. */
  from?: number
  to?: number
  /** The row has another position among the rows that are in both versions. */
  isMoved: boolean
}

type Pair = { from: number; to: number }

/** Two texts with at least this share of common words count as one text that was edited. */
const similarityMin = 0.5

/** The changes of all rows, in the order of the later version. Removed rows keep their old position. */
export function matchRows(before: readonly TaskDetail[], after: readonly TaskDetail[]): RowChange[] {
  const pairs = findPairs(before, after)
  const inOrder = longestIncreasing(pairs)
  const toFrom = new Map(pairs.map(({ from, to }) => [to, from]))
  const paired = new Set(pairs.map(({ from }) => from))
  const changes: RowChange[] = []
  let next = 0

  /** Adds the removed rows up to this index of the earlier version. */
  function addRemoved(until: number) {
    for (; next < until; next++) {
      const row = before[next]
      if (row && !paired.has(next))
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

/** Pairs the same text and project first, then the same text, then similar texts. */
function findPairs(before: readonly TaskDetail[], after: readonly TaskDetail[]): Pair[] {
  const pairs: Pair[] = []
  const open = { before: new Set(before.keys()), after: new Set(after.keys()) }

  function addPair({ from, to }: Pair) {
    if (!open.before.has(from) || !open.after.has(to)) return
    open.before.delete(from)
    open.after.delete(to)
    pairs.push({ from, to })
  }

  function pairEqual(rowKey: (row: TaskDetail) => string) {
    const indexes = new Map<string, number[]>()
    for (const from of open.before) {
      const key = rowKey(before[from] as TaskDetail)
      indexes.set(key, [...(indexes.get(key) ?? []), from])
    }
    for (const to of [...open.after]) {
      const from = indexes.get(rowKey(after[to] as TaskDetail))?.shift()
      if (from !== undefined) addPair({ from, to })
    }
  }

  pairEqual(row => `${row.project_id} ${minutesOf(row.hours)} ${row.task_description}`)
  pairEqual(row => `${row.project_id} ${textKey(row)}`)
  pairEqual(textKey)

  const words = { before: new Map<number, Set<string>>(), after: new Map<number, Set<string>>() }
  for (const from of open.before) words.before.set(from, distinctWords(before[from] as TaskDetail))
  for (const to of open.after) words.after.set(to, distinctWords(after[to] as TaskDetail))
  const likely: (Pair & { score: number })[] = []
  for (const [from, these] of words.before) {
    for (const [to, those] of words.after) {
      const score = similarity(these, those)
      // Of two equally similar rows, the one with the same project is chosen.
      const bonus = before[from]?.project_id === after[to]?.project_id ? 0.25 : 0
      if (score >= similarityMin) likely.push({ from, to, score: score + bonus })
    }
  }
  for (const pair of likely.sort((one, other) => other.score - one.score)) addPair(pair)
  return pairs.sort((one, other) => one.to - other.to)
}

const textKey = ({ task_description }: TaskDetail) => task_description.trim().toLowerCase()

/** Only the beginning counts: it tells rows apart, and every row is compared with every other. */
const distinctWords = ({ task_description }: TaskDetail) =>
  new Set(
    task_description
      .slice(0, 400)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu),
  )

/** The share of common words, from 0 to 1 (Sørensen–Dice coefficient). */
function similarity(these: ReadonlySet<string>, those: ReadonlySet<string>): number {
  let common = 0
  for (const word of these) if (those.has(word)) common++
  return these.size + those.size === 0 ? 0 : (2 * common) / (these.size + those.size)
}

/**
 * The earlier indexes of the rows that kept their order: the longest increasing subsequence, preferring rows that also
 * kept their number. All other rows were moved.
 */
function longestIncreasing(pairs: readonly Pair[]): Set<number> {
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
