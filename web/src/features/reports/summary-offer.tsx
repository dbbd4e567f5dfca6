import { Suspense } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { lazily } from '../../lib/lazily.ts'
import { useWasReady } from '../../lib/use-part.ts'
import type { ReportValues } from './report-values.ts'

const UseDescriptions = lazily(() => import('./use-descriptions.tsx'))

/** Loaded once there is something to offer: rows with text beside an empty summary. */
export function SummaryOffer({ form }: { form: UseFormReturn<ReportValues> }) {
  const isWanted = useWatch({
    control: form.control,
    compute: ({ tasks, task_details }: ReportValues) =>
      !tasks.trim() && task_details.some(row => row.description.trim()),
  })
  return (
    useWasReady(isWanted) && (
      <ErrorBoundary isPart>
        <Suspense>
          <UseDescriptions form={form} />
        </Suspense>
      </ErrorBoundary>
    )
  )
}
