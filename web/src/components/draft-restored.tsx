import { messages } from '#shared/messages.ts'
import { Alert } from './alert.tsx'

/** Above a form that begins with what was typed into it last time. */
export function DraftRestored({ busy, onDiscard }: { busy: boolean; onDiscard: () => void }) {
  return (
    <Alert variant="info">
      {messages.general.draftRestored}
      <button type="button" className="btn btn-secondary btn-sm ms-2" disabled={busy} onClick={onDiscard}>
        Discard
      </button>
    </Alert>
  )
}
