import cloudSlash from 'bootstrap-icons/icons/cloud-slash.svg?raw'
import { useEffect, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { canReach, connectionLost, onReconnect } from '../lib/connection.ts'
import { useFocusOnce } from '../lib/focus.ts'
import { reload, reloadOnce } from '../lib/reload.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'

type LoadFailureProps = {
  isPart?: boolean
  /** It took too long: a reload by itself would do so again and again. */
  isLate?: boolean
  /** Gives the part another chance without a reload. */
  onRetry: () => void
  /** Present: the part is a dialog. */
  onClose?: () => void
}

/**
 * A page, or a part of one, whose script or style did not arrive. Browsers may remember a file that could not be loaded,
 * so that only a reload asks again, and after an update of the server only a reload knows the new files. Never while
 * the server is away: the browser's own error page would take the place of the app.
 */
export function LoadFailure({ isPart = false, isLate = false, onRetry, onClose }: LoadFailureProps) {
  const [isBusy, setIsBusy] = useState(true)
  const [isAway, setIsAway] = useState(false)
  const heading = useFocusOnce<HTMLHeadingElement>(!isPart)

  useEffect(() => {
    if (!isPart) document.title = `${messages.general.pageNotLoaded} · Daily Report App`
  }, [isPart])

  useEffect(() => {
    let isGone = false
    void canReach().then(isThere => {
      if (isGone) return
      setIsBusy(false)
      setIsAway(!isThere)
      if (!isThere) return connectionLost()
      // What stands around a part may hold typed text: then the reload is left to its reader.
      if (!isLate && !(isPart && holdsText())) reloadOnce()
    })
    const stop = onReconnect(isPart ? onRetry : reload)
    return () => {
      isGone = true
      stop()
    }
  }, [isPart, isLate, onRetry])

  async function handleRetry() {
    setIsBusy(true)
    if (await canReach()) return reload()
    setIsBusy(false)
    setIsAway(true)
    connectionLost()
  }

  const reason = isAway || isLate ? messages.general.noResponse : messages.general.appUpdated
  const retry = (
    <button type="button" className="btn btn-primary" disabled={isBusy} onClick={() => void handleRetry()}>
      Try again
    </button>
  )
  if (onClose) {
    return (
      <Dialog title={messages.general.partNotLoaded} onClose={onClose} footer={retry}>
        <p role="alert">{reason}</p>
      </Dialog>
    )
  }

  const Heading = isPart ? 'p' : 'h1'
  const content = (
    <div className="empty-state card" role={isPart ? 'alert' : undefined}>
      <Icon svg={cloudSlash} className="empty-state-icon" />
      <Heading ref={heading} className="empty-state-title" tabIndex={-1}>
        {isPart ? messages.general.partNotLoaded : messages.general.pageNotLoaded}
      </Heading>
      <p className="text-body-secondary">{reason}</p>
      {retry}
    </div>
  )
  return isPart ? content : <div className="page page-reading">{content}</div>
}

const textFields = 'textarea, input:not([type=checkbox], [type=radio], [type=date], [type=file])'

const holdsText = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)].some(
    ({ value }) => value.trim() !== '',
  )
