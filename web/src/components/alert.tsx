import success from 'bootstrap-icons/icons/check-circle.svg?raw'
import danger from 'bootstrap-icons/icons/exclamation-circle.svg?raw'
import warning from 'bootstrap-icons/icons/exclamation-triangle.svg?raw'
import info from 'bootstrap-icons/icons/info-circle.svg?raw'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { limits } from '#shared/limits.ts'
import { firstFocus, takeFocus } from '../lib/focus.ts'
import { Icon } from './icon.tsx'

const icons = { danger, warning, success, info }

type AlertProps = {
  variant: keyof typeof icons
  children: ReactNode
  /** If present, the alert has a close button. */
  onDismiss?: () => void
  /** False if the focus goes to the invalid field, and the alert is only announced. */
  takesFocus?: boolean
}

/** The result of an action, scrolled into view. An error also takes the focus, so that screen readers read it. */
export function Alert({ variant, children, onDismiss, takesFocus = variant === 'danger' }: AlertProps) {
  const isError = variant === 'danger'
  const element = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)
  // A layout effect, because a page that scrolls later would move under the user's next click.
  useLayoutEffect(() => {
    if (isShown.current) return
    isShown.current = true
    if (takesFocus && takeFocus(element.current)) return
    // The page may be scrolled down in a list, so the alert is scrolled into view.
    if (takesFocus || variant === 'success') element.current?.scrollIntoView?.({ block: 'nearest' })
  }, [takesFocus, variant])

  return (
    <div
      ref={element}
      className={`alert alert-${variant}`}
      role={isError ? 'alert' : 'status'}
      tabIndex={isError || takesFocus ? -1 : undefined}
      {...(takesFocus && firstFocus)}
    >
      <Icon svg={icons[variant]} />
      <div className="alert-text">{children}</div>
      {onDismiss && <button type="button" className="btn-close" aria-label="Dismiss" onClick={onDismiss} />}
    </div>
  )
}

/** For `navigate(to, withFlashMessage(text))`: the next screen shows the text. */
export const withFlashMessage = (notice: string) => ({ state: { notice } })

/** The message of the last screen, shown once: not again after a reload or Back. */
export function FlashMessage() {
  const arrived: unknown = useLocation().state?.notice
  const [notice, setNotice] = useState<string | null>(null)

  useEffect(() => {
    if (typeof arrived !== 'string') return
    setNotice(arrived)
    removeFromHistory(arrived)
  }, [arrived])

  if (notice === null) return null
  return (
    <Alert variant="success" onDismiss={() => setNotice(null)}>
      {notice}
    </Alert>
  )
}

/**
 * Changes the browser's history entry, where the router keeps the message, instead of navigating to this page again:
 * that would bring back a user who has already left it.
 */
function removeFromHistory(notice: string) {
  const { state } = window.history
  if (state?.usr?.notice === notice) window.history.replaceState({ ...state, usr: null }, '')
}

/** A success message that disappears after some seconds; a new one restarts the time. */
export function useTimedNotice() {
  const [notice, setNotice] = useState<{ text: string } | null>(null)

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), limits.bannerMs)
    return () => clearTimeout(timer)
  }, [notice])

  return { notice: notice?.text, showNotice: (text: string) => setNotice({ text }) }
}
