import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ReportValues, TaskRowValues } from './report-values.ts'

/** Offers to fill an empty summary with what the rows say. */
export function SummaryOffer({ form }: { form: UseFormReturn<ReportValues> }) {
  const { control, setValue } = form
  const [summary, rows] = useWatch({ control, name: ['tasks', 'task_details'] })
  const [filled, setFilled] = useState<string | null>(null)
  const descriptions = descriptionsOf(rows)
  // Once the summary says something else, undoing would lose what was typed since.
  const isUndo = summary === filled
  if (!isUndo && (summary.trim() !== '' || descriptions === '')) return null

  function handleClick() {
    const next = isUndo ? '' : descriptions
    setFilled(isUndo ? null : next)
    setValue('tasks', next, { shouldValidate: form.formState.isSubmitted, shouldDirty: true })
  }

  return (
    <div className="field-action">
      {/* One and the same button before and after, so that the focus stays where it was pressed. */}
      <button
        type="button"
        className="btn btn-secondary btn-sm"
        data-next={!isUndo || undefined}
        onClick={handleClick}
      >
        {isUndo ? 'Undo' : 'Use the task descriptions'}
      </button>
      <span role="status">{isUndo && 'Added to the summary.'}</span>
    </div>
  )
}

/** What the rows say, each once. */
const descriptionsOf = (rows: readonly TaskRowValues[]) =>
  [...new Set(rows.map(row => row.description.trim()))].filter(Boolean).join('\n')
