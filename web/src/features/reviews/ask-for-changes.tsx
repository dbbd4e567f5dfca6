import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { CommentBox, useCommentDraft } from '../../domain/comment-box.tsx'
import { failureText } from '../../lib/api-error.ts'
import type { Reviewable } from './api.ts'
import type { Reviewing } from './use-review.ts'

type AskForChangesProps = {
  report: Reviewable
  onAsk: Reviewing['askForChanges']
  onAsked: () => void
  onCancel: () => void
}

/** A field to ask for changes. Its text is stored as a draft until the server has saved it. */
export function AskForChanges({ report, onAsk, onAsked, onCancel }: AskForChangesProps) {
  const draft = useCommentDraft(String(report.id), 'ask')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function handleSend(comment: string, mentions: readonly number[]) {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await onAsk(report, comment, mentions)
    } catch (error) {
      setFailure(failureText(error, messages.reviews.failed))
      return false
    } finally {
      setIsBusy(false)
    }
    draft.write('')
    onAsked()
    return true
  }

  return (
    <CommentBox
      label={`What should ${report.user_name} change?`}
      submitLabel="Ask for changes"
      busyLabel="Sending..."
      failure={failure}
      isBusy={isBusy}
      reportId={String(report.id)}
      draft={draft}
      onSend={handleSend}
      onCancel={onCancel}
      hasFocus
    />
  )
}
