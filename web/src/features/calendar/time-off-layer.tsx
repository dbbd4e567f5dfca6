import { Alert } from '../../components/alert.tsx'
import { UndoBar } from '../../components/undo-bar.tsx'
import { TimeOffDialog } from './time-off-dialog.tsx'
import type { TimeOff } from './use-time-off.ts'

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
      {done && !draft && (
        <UndoBar text={done.text} step={done} onUndo={() => void undo()} onEnd={forgetDone} />
      )}
    </>
  )
}
