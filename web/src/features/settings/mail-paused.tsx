import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { useSettings } from '../../domain/settings.ts'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { useResumeMail } from './api.ts'
import './settings.scss'

type MailPausedProps = {
  /** The number of queued emails, if it is loaded. */
  queued?: number | undefined
}

/** After a restore into an empty installation: says why no email is sent, and has the button that ends the pause. */
export function MailPaused({ queued }: MailPausedProps) {
  const { data: settings } = useSettings()
  const [problem, setProblem] = useState<string | null>(null)
  const [isResumed, setResumed] = useState(false)
  const resume = useResumeMail()

  async function handleResume() {
    setProblem(null)
    try {
      await resume.mutateAsync()
      setResumed(true)
    } catch (error) {
      // Another admin has resumed it before.
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
            onClick={() => void handleResume()}
          >
            {resume.isPending ? 'Resuming...' : messages.mail.resume}
          </button>
        </div>
      </Alert>
    </>
  )
}
