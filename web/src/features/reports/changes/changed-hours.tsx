import { formatHours, minutesOf } from '#shared/hours.ts'

/** "2h → 2h 30m (+30m)" */
export function ChangedHours({ before, after }: { before: number; after: number }) {
  const [from, to] = [minutesOf(before), minutesOf(after)]
  if (from === to) return <span className="tabular">{formatHours(to)}</span>
  const [sign, word] = to > from ? ['+', 'more'] : ['−', 'less']
  const difference = formatHours(Math.abs(to - from))
  return (
    <span className="changed-hours tabular">
      <span aria-hidden="true">
        {formatHours(from)} → {formatHours(to)} ({sign}
        {difference})
      </span>
      <span className="visually-hidden">
        {formatHours(to)}, before {formatHours(from)}: {difference} {word}
      </span>
    </span>
  )
}
