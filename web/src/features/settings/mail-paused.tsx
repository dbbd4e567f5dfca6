import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { useSettings } from '../../domain/use-settings.ts'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { useResumeMail } from './api.ts'
import './settings.scss'

type MailPausedProps = {
  /** How many emails wait, where that is known. */
  queued?: number | undefined
}

/** After a restore into an empty place: why no email goes out, and the one press that ends it. */
export function MailPaused({ queued }: MailPausedProps) {
  const { data: settings } = useSettings()
  const [problem, setProblem] = useState<string | null>(null)
  const [isResumed, setResumed] = useState(false)
  const resume = useResumeMail()

  async function press() {
    setProblem(null)
    try {
      await resume.mutateAsync()
      setResumed(true)
    } catch (error) {
      // Another admin was faster.
      if (hasCode(error, 'mail_not_paused')) setResumed(true)
      else setProblem(failureText(error, messages.mail.resumeFailed))
    }
  }

  if (isResumed)
    return (
      <Alert variant="success" takesFocus onDismiss={() => setResumed(false)}>
        {messages.mail.resumed}
      </Alert>
    )
  if (!settings?.mail_paused) return null
  return (
    <>
      {problem && <Alert variant="danger">{problem}</Alert>}
      <Alert variant="warning">
        <div className="mail-paused">
          <div>
            <p className="mail-paused-title">{messages.mail.pausedTitle}</p>
            <p>
              {messages.mail.pausedWhy} {messages.mail.pausedWhatToDo}
            </p>
            {queued !== undefined && (
              <p>
                {messages.mail.pausedQueued(queued)} {messages.mail.pausedLeftOut}
              </p>
            )}
          </div>
          <button
            type="button"
            className="btn btn-secondary"
            disabled={resume.isPending}
            onClick={() => void press()}
          >
            {resume.isPending ? 'Resuming...' : messages.mail.resume}
          </button>
        </div>
      </Alert>
    </>
  )
}
