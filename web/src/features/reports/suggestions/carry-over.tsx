import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { carryOver, lineKey } from '#shared/plan-lines.ts'
import type { ReportValues } from '../report-values.ts'

type CarryOverProps = { form: UseFormReturn<ReportValues>; lines: readonly string[] }

/** Lines of the last plan that no row is about can be put at the end of the next one. */
export function CarryOver({ form, lines }: CarryOverProps) {
  const { control, setValue } = form
  const [plan, rows] = useWatch({ control, name: ['tomorrow_plan', 'task_details'] })
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState<string | null>(null)
  const done = new Set(rows.flatMap(row => [row.chosen, lineKey(row.description)]))
  const left = lines.filter(line => !done.has(lineKey(line)) && carryOver(plan, [line]) !== plan)
  // Once the plan says something else, undoing would lose what was typed since.
  const isUndo = plan === after
  if (left.length === 0 && !isUndo) return null

  function handleClick() {
    const next = isUndo ? before : carryOver(plan, left)
    setBefore(plan)
    setAfter(isUndo ? null : next)
    setValue('tomorrow_plan', next, { shouldDirty: true })
  }

  return (
    <div className="field-action">
      {/* One and the same button before and after, so that the focus stays where it was pressed. */}
      <button type="button" className="btn btn-secondary btn-sm" onClick={handleClick}>
        {isUndo ? 'Undo' : `Carry over ${left.length} ${left.length === 1 ? 'line' : 'lines'}`}
      </button>
      <span role="status">{isUndo && "Added to tomorrow's plan."}</span>
    </div>
  )
}
