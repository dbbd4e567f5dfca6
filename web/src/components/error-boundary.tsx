import cloudSlash from 'bootstrap-icons/icons/cloud-slash.svg?raw'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { canReach, connectionLost, onReconnect } from '../lib/connection.ts'
import { useFocusOnce } from '../lib/focus.ts'
import { NotLoaded, reload, reloadOnce } from '../lib/lazily.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'

/** Also rendered outside the router, so it must not use it. */
export function ErrorPage() {
  const heading = useFocusOnce<HTMLHeadingElement>()
  useEffect(() => {
    document.title = 'Something went wrong · Daily Report App'
  }, [])

  return (
    <div className="page page-reading">
      <div className="empty-state card">
        <Icon svg={cloudSlash} className="empty-state-icon" />
        <h1 ref={heading} tabIndex={-1}>
          Something went wrong
        </h1>
        <p className="text-body-secondary">{messages.general.pageFailed}</p>
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    </div>
  )
}

/** Checks the server first, because discarding a queued report also causes a reload. Returns whether it responds. */
async function reloadIfReachable() {
  const isThere = await canReach()
  if (isThere) reload()
  return isThere
}

type LoadFailureProps = {
  isPart?: boolean
  /** True if loading took too long: an automatic reload would likely take too long again. */
  isLate?: boolean
  /** Loads the part again without a reload. */
  onRetry: () => void
  /** Present if the part is a dialog. */
  onClose?: () => void
}

/**
 * A page, or a part of one, whose script or style did not arrive. Browsers may remember a file that could not be loaded,
 * so that only a reload requests it again, and after an update of the server only a reload finds the new files. The page
 * is never reloaded while the server is unreachable: the browser's own error page would replace the app.
 */
export function LoadFailure({ isPart = false, isLate = false, onRetry, onClose }: LoadFailureProps) {
  const [isBusy, setIsBusy] = useState(true)
  const [isUnreachable, setIsUnreachable] = useState(false)
  const heading = useFocusOnce<HTMLHeadingElement>(!isPart)

  useEffect(() => {
    if (!isPart) document.title = `${messages.general.pageNotLoaded} · Daily Report App`
  }, [isPart])

  useEffect(() => {
    let isUnmounted = false
    void canReach().then(isThere => {
      if (isUnmounted) return
      setIsBusy(false)
      setIsUnreachable(!isThere)
      if (!isThere) return connectionLost()
      // The page around a part may contain typed text, which a reload would lose: then the user decides.
      if (!isLate && !(isPart && hasTypedText())) reloadOnce()
    })
    const stop = onReconnect(isPart ? onRetry : () => void reloadIfReachable())
    return () => {
      isUnmounted = true
      stop()
    }
  }, [isPart, isLate, onRetry])

  async function handleRetry() {
    setIsBusy(true)
    if (await reloadIfReachable()) return
    setIsBusy(false)
    setIsUnreachable(true)
    connectionLost()
  }

  const reason = isUnreachable || isLate ? messages.general.noResponse : messages.general.appUpdated
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

const hasTypedText = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)].some(
    ({ value }) => value.trim() !== '',
  )

type ErrorBoundaryProps = {
  children: ReactNode
  /** A new value renders the content again, such as the path: the next page may work. */
  resetKey?: string
  /** True around a part of a page: the error replaces only this part. */
  isPart?: boolean
  /** Present around a dialog: the error is shown in a dialog too, which this closes. */
  onClose?: () => void
}

/** Also catches a page whose script could not be loaded, as after an update of the server. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.error && previous.resetKey !== this.props.resetKey) this.retry()
  }

  retry = () => {
    const { error } = this.state
    if (error instanceof NotLoaded) error.reset()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    const { isPart, onClose, children } = this.props
    if (error instanceof NotLoaded)
      return <LoadFailure isPart={isPart} isLate={error.isTimeout} onRetry={this.retry} onClose={onClose} />
    return error ? <ErrorPage /> : children
  }
}
