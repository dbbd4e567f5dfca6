import { type ReactNode, useId, useMemo } from 'react'
import type { Revision } from '#shared/contract/revisions.ts'
import { minutesOf } from '#shared/hours.ts'
import { revisionMessages } from '#shared/messages/revision.ts'
import { useAutoGrow } from '../../../lib/use-auto-grow.ts'
import { ChangedHours } from './changed-hours.tsx'
import { ChangedRows, isTold } from './changed-rows.tsx'
import { ChangedText } from './changed-text.tsx'
import { matchRows } from './match-rows.ts'

type Versions = { before: Revision; after: Revision }

const texts = [
  { title: 'Blockers', of: ({ blockers }: Revision) => blockers ?? '' },
  { title: 'Summary', of: ({ tasks }: Revision) => tasks },
  { title: "Tomorrow's plan", of: (version: Revision) => version.tomorrow_plan ?? '' },
]

/** What differs, in the order of the report; what does not is only named. */
export function Differences({ before, after }: Versions) {
  const rows = useMemo(() => matchRows(before.task_details, after.task_details), [before, after])
  const parts = partsOf(before, after, rows.some(isTold))
  const changed = parts.filter(({ isChanged }) => isChanged)
  const unchanged = parts.filter(({ isChanged }) => !isChanged).map(({ title }) => title)
  // Word by word takes its time in long texts: the first is seen at once.
  const shown = useAutoGrow(changed, 1)

  function content(title: string): ReactNode {
    if (title === 'Hours Worked')
      return <ChangedHours before={before.hours_worked} after={after.hours_worked} />
    if (title === 'Tasks') return <ChangedRows changes={rows} />
    const text = texts.find(each => each.title === title)
    return text && <ChangedText before={text.of(before)} after={text.of(after)} />
  }

  return (
    <div className="differences">
      {(before.is_shortened || after.is_shortened) && (
        <p className="changes-quiet">{revisionMessages.shortened}</p>
      )}
      {shown.map(({ title }) => (
        <Part key={title} title={title}>
          {content(title)}
        </Part>
      ))}
      <p className="changes-quiet" role="status">
        {changed.length === 0 ? revisionMessages.same : unchangedLine(unchanged)}
      </p>
    </div>
  )
}

function partsOf(before: Revision, after: Revision, hasChangedRows: boolean) {
  const [blockers, summary, plan] = texts.map(({ title, of }) => ({
    title,
    isChanged: of(before) !== of(after),
  }))
  const hours = {
    title: 'Hours Worked',
    isChanged: minutesOf(before.hours_worked) !== minutesOf(after.hours_worked),
  }
  return [hours, blockers, summary, { title: 'Tasks', isChanged: hasChangedRows }, plan].filter(
    part => part !== undefined,
  )
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
