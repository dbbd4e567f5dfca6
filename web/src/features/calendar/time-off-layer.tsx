import { Suspense } from 'react'
import { Alert } from '../../components/alert.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { UndoBar } from '../../components/undo-bar.tsx'
import { lazily } from '../../lib/lazily.ts'
import type { TimeOff } from './use-time-off.ts'

// Loaded on demand: the form needs react-hook-form.
const TimeOffDialog = lazily(() => import('./time-off-dialog.tsx'))

/** For `usePrefetchParts`. */
export const timeOffParts = [TimeOffDialog]

/** What went wrong, at the top of the content. */
export function TimeOffFailure({ timeOff: { failure, forgetFailure } }: { timeOff: TimeOff }) {
  return (
    failure && (
      <Alert variant="danger" onDismiss={forgetFailure}>
        {failure}
      </Alert>
    )
  )
}

/** Over the calendar: the dialog, and the way to undo what was done last. */
export function TimeOffLayer({ timeOff, onClose }: { timeOff: TimeOff; onClose?: () => void }) {
  const { draft, done, save, remove, close, undo, forgetDone } = timeOff

  function handleClose() {
    close()
    onClose?.()
  }

  return (
    <>
      <ErrorBoundary isPart resetKey={draft ? 'open' : undefined} onClose={handleClose}>
        <Suspense fallback={null}>
          {draft && (
            <TimeOffDialog
              draft={draft}
              onClose={handleClose}
              onSave={values => {
                void save(values)
                onClose?.()
              }}
              onDelete={() => {
                void remove()
                onClose?.()
              }}
            />
          )}
        </Suspense>
      </ErrorBoundary>
      {done && !draft && (
        <UndoBar text={done.text} step={done} onUndo={() => void undo()} onEnd={forgetDone} />
      )}
    </>
  )
}
