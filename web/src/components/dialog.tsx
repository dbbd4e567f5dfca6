import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { findFirstFocus } from '../lib/focus.ts'

type DialogProps = {
  title: string
  /** Escape, the close button and, where allowed, a click beside the dialog. */
  onClose: () => void
  children: ReactNode
  /** The buttons. */
  footer?: ReactNode
  /** Panel: slides in at the edge, for menus. */
  shape?: 'box' | 'panel'
  closeOnBackdrop?: boolean
  /** A request is pending: the dialog can't be closed before the user sees its result. */
  busy?: boolean
}

/**
 * Open as long as it is rendered. The browser's own dialog keeps the focus inside and the page behind still. It begins
 * at what has `firstFocus`, else at its close button.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, footer, shape = 'box', closeOnBackdrop = false, busy } = props
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  /** Had the focus when a Suspense boundary hid the dialog, and gets it back when the dialog is shown again. */
  const focusedBeforeHiding = useRef<Element | null>(null)

  useLayoutEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    dialog?.showModal()
    const start = focusedBeforeHiding.current ?? findFirstFocus(dialog)
    if (start instanceof HTMLElement) start.focus()
    return () => {
      if (dialog?.contains(document.activeElement)) focusedBeforeHiding.current = document.activeElement
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  // Closing is the owner's decision, so the browser must not close by itself.
  function handleCancel(event: SyntheticEvent) {
    event.preventDefault()
    if (!busy) onClose()
  }

  // Chromium lets no page refuse Escape twice in a row: then it has closed already.
  function handleClosed() {
    const dialog = element.current
    if (!dialog || dialog.open) return
    if (busy) dialog.showModal()
    else onClose()
  }

  function handleClick(event: MouseEvent) {
    if (closeOnBackdrop && event.target === element.current) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside it is a shortcut; Escape does the same
    <dialog
      ref={element}
      className={`dialog dialog-${shape}`}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onClose={handleClosed}
      onClick={handleClick}
    >
      <div className="dialog-inner">
        <div className="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="btn-close" aria-label="Close" disabled={busy} onClick={onClose} />
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-footer">{footer}</div>}
      </div>
    </dialog>
  )
}
