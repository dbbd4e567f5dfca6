import success from 'bootstrap-icons/icons/check-circle.svg?raw'
import danger from 'bootstrap-icons/icons/exclamation-circle.svg?raw'
import warning from 'bootstrap-icons/icons/exclamation-triangle.svg?raw'
import info from 'bootstrap-icons/icons/info-circle.svg?raw'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { firstFocus, takeFocus } from '../lib/focus.ts'
import { Icon } from './icon.tsx'

const icons = { danger, warning, success, info }

type AlertProps = {
  variant: keyof typeof icons
  children: ReactNode
  /** Present: a close button stands at the end. */
  onDismiss?: () => void
  /** False: the focus goes to the field that is wrong; the alert is only announced. */
  takesFocus?: boolean
}

/** A page-level result, in sight at once. An error takes the focus too, so that it is read. */
export function Alert({ variant, children, onDismiss, takesFocus = variant === 'danger' }: AlertProps) {
  const isError = variant === 'danger'
  const element = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)
  // With the alert, not after it: a page that scrolls a moment later would take the next click elsewhere.
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
