import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messageReply } from '#shared/contract/errors.ts'
import { unsubscribeKindOf } from '#shared/contract/notifications.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { FormCard } from '../components/page.tsx'
import { request } from '../lib/api-client.ts'
import { failureText, hasCode } from '../lib/api-error.ts'

type Result = { variant: 'success' | 'danger'; text: string }

/** The page of the unsubscribe link in mails. Opening it changes nothing, because mail programs open links too. */
export default function UnsubscribePage() {
  const code = useSearchParams()[0].get('code') ?? ''
  const kind = unsubscribeKindOf(code)
  const [result, setResult] = useState<Result>()
  const [isBusy, setIsBusy] = useState(false)
  const [isOver, setIsOver] = useState(kind === undefined)

  async function turnOff() {
    setIsBusy(true)
    setResult(undefined)
    try {
      const { msg } = await request({
        method: 'POST',
        path: '/unsubscribe',
        query: { code },
        reply: messageReply,
        leaveOnInvalidToken: false,
      })
      setResult({ variant: 'success', text: msg })
      setIsOver(true)
    } catch (error) {
      if (hasCode(error, 'unsubscribe_invalid')) setIsOver(true)
      else
        setResult({ variant: 'danger', text: failureText(error, messages.notifications.unsubscribeFailed) })
    }
    setIsBusy(false)
  }

  return (
    <FormCard
      title="Email notifications"
      heading={kind === undefined ? 'Email notifications' : messages.notifications.mail.turnOff(kind)}
      footer={<Link to={paths.accountNotifications()}>Your account</Link>}
    >
      <div className="form">
        {result && (
          <Alert variant={result.variant} takesFocus>
            {result.text}
          </Alert>
        )}
        {isOver && !result && <Alert variant="warning">{messages.notifications.unsubscribeInvalid}</Alert>}
        {!isOver && (
          <>
            <p>{messages.notifications.unsubscribeNote}</p>
            <button
              type="button"
              className="btn btn-primary"
              disabled={isBusy}
              onClick={() => void turnOff()}
            >
              {isBusy ? 'Turning off...' : 'Turn off these emails'}
            </button>
          </>
        )}
      </div>
    </FormCard>
  )
}
