import cloudSlash from 'bootstrap-icons/icons/cloud-slash.svg?raw'
import { useEffect, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { canReach, connectionLost, onReconnect } from '../lib/connection.ts'
import { reload, reloadOnce } from '../lib/reload.ts'
import { Icon } from './icon.tsx'

/**
 * A page, or a part of one, whose script or style did not arrive. Browsers remember a file that could not be loaded,
 * so that only a reload asks again, and after an update of the server only a reload knows the new files. Never while
 * the server is away: the browser's own error page would take the place of the app.
 */
export function LoadFailure({ isPart = false }: { isPart?: boolean }) {
  const [isBusy, setIsBusy] = useState(true)
  const [isAway, setIsAway] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (isPart) return
    document.title = `${messages.general.pageNotLoaded} · Daily Report App`
    heading.current?.focus()
  }, [isPart])

  useEffect(() => {
    let isGone = false
    void canReach().then(isThere => {
      if (isGone) return
      setIsBusy(false)
      setIsAway(!isThere)
      // What stands around a part may hold typed text: there it is left to its reader.
      if (isThere) return isPart || reloadOnce()
      connectionLost()
    })
    const stop = isPart ? () => {} : onReconnect(reload)
    return () => {
      isGone = true
      stop()
    }
  }, [isPart])

  async function handleRetry() {
    setIsBusy(true)
    if (await canReach()) return reload()
    setIsBusy(false)
    setIsAway(true)
    connectionLost()
  }

  const Heading = isPart ? 'p' : 'h1'
  const content = (
    <div className="empty-state card" role={isPart ? 'alert' : undefined}>
      <Icon svg={cloudSlash} className="empty-state-icon" />
      <Heading ref={heading} className="empty-state-title" tabIndex={-1}>
        {isPart ? messages.general.partNotLoaded : messages.general.pageNotLoaded}
      </Heading>
      <p className="text-body-secondary">
        {isAway ? messages.general.noResponse : messages.general.appUpdated}
      </p>
      <button type="button" className="btn btn-primary" disabled={isBusy} onClick={() => void handleRetry()}>
        Try again
      </button>
    </div>
  )
  return isPart ? content : <div className="page page-reading">{content}</div>
}
