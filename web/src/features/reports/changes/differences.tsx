import { type ReactNode, useId, useMemo } from 'react'
import type { Revision } from '#shared/contract/reports.ts'
import { minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { useAutoGrow } from '../../../lib/lists.ts'
import { ChangedRows, isRowChanged } from './changed-rows.tsx'
import { ChangedHours, ChangedText } from './changed-values.tsx'

import { matchRows, type RowChange } from './match-rows.ts'

type Versions = { before: Revision; after: Revision }

/** The parts that differ, in the order of the report. Unchanged parts are only named. */
export function Differences({ before, after }: Versions) {
  const rows = useMemo(() => matchRows(before.task_details, after.task_details), [before, after])
  const parts = compareParts({ before, after }, rows)
  const changed = parts.filter(({ isChanged }) => isChanged)
  const unchanged = parts.filter(({ isChanged }) => !isChanged).map(({ title }) => title)
  // Comparing long texts word by word is slow, so the first part is shown before the others are compared.
  const shown = useAutoGrow(changed, 1)
  return (
    <div className="differences">
      {(before.is_shortened || after.is_shortened) && (
        <p className="changes-quiet">{messages.reports.revisionsShortened}</p>
      )}
      {shown.map(({ title, content }) => (
        <Part key={title} title={title}>
          {content}
        </Part>
      ))}
      <p className="changes-quiet" role="status">
        {changed.length === 0 ? messages.reports.revisionsSame : unchangedLine(unchanged)}
      </p>
    </div>
  )
}

function compareParts({ before, after }: Versions, rows: readonly RowChange[]) {
  const text = (title: string, read: (version: Revision) => string | null) => {
    const [old, now] = [read(before) ?? '', read(after) ?? '']
    return { title, isChanged: old !== now, content: <ChangedText before={old} after={now} /> }
  }
  return [
    {
      title: 'Hours Worked',
      isChanged: minutesOf(before.hours_worked) !== minutesOf(after.hours_worked),
      content: <ChangedHours before={before.hours_worked} after={after.hours_worked} />,
    },
    text('Blockers', ({ blockers }) => blockers),
    text('Summary', ({ tasks }) => tasks),
    { title: 'Tasks', isChanged: rows.some(isRowChanged), content: <ChangedRows changes={rows} /> },
    text("Tomorrow's plan", ({ tomorrow_plan }) => tomorrow_plan),
  ]
}

const unchangedLine = (titles: string[]) => (titles.length > 0 ? `Unchanged: ${titles.join(', ')}.` : '')

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
