import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { findFirstFocus, firstFocus } from '../lib/focus.ts'

type DialogProps = {
  title: string
  /** Called for Escape, the close button and, with `closeOnBackdrop`, a click beside the dialog. */
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /**
   * A `panel` slides in at the edge, for menus; `beside` does too and has space for a list. A `palette` is near the top
   * of the window. Its content has its own field and close button, so the title is only its accessible name.
   */
  shape?: 'box' | 'panel' | 'beside' | 'palette'
  closeOnBackdrop?: boolean
  /** True while a request is pending: the dialog can't be closed before the user sees its result. */
  busy?: boolean
}

/**
 * A dialog that is open as long as it is rendered. The browser's own dialog element keeps the focus inside and the page
 * behind inert. The focus starts at the element with `firstFocus`, else at the close button.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, footer, shape = 'box', closeOnBackdrop = false, busy } = props
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  /** The element that had the focus when a Suspense boundary hid the dialog. It gets the focus back afterwards. */
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

  // The parent decides whether to close, so the browser must not close the dialog by itself.
  function handleCancel(event: SyntheticEvent) {
    event.preventDefault()
    if (!busy) onClose()
  }

  // Chromium doesn't let a page refuse Escape twice in a row: it has then closed the dialog already.
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
      className={`dialog dialog-${shape} ${shape === 'beside' ? 'dialog-panel' : ''}`}
      aria-labelledby={shape === 'palette' ? undefined : titleId}
      aria-label={shape === 'palette' ? title : undefined}
      onCancel={handleCancel}
      onClose={handleClosed}
      onClick={handleClick}
    >
      {shape === 'palette' ? (
        children
      ) : (
        <div className="dialog-inner">
          <div className="dialog-header">
            <h2 id={titleId}>{title}</h2>
            <button
              type="button"
              className="btn-close"
              aria-label="Close"
              disabled={busy}
              onClick={onClose}
            />
          </div>
          <div className="dialog-body">{children}</div>
          {footer && <div className="dialog-footer">{footer}</div>}
        </div>
      )}
    </dialog>
  )
}

type ConfirmProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  /** Shown in place of the label while `busy`. */
  busyLabel?: string
  busy?: boolean
  /** `primary` is for actions that lose nothing. */
  variant?: 'danger' | 'primary'
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before an action that can't be undone; Cancel has the focus. */
export function Confirm(props: ConfirmProps) {
  const { title, children, confirmLabel, busyLabel = confirmLabel, busy = false, onConfirm, onCancel } = props
  const { variant = 'danger' } = props

  return (
    <Dialog
      title={title}
      onClose={onCancel}
      busy={busy}
      footer={
        <>
          <button
            type="button"
            className="btn btn-secondary"
            disabled={busy}
            onClick={onCancel}
            {...firstFocus}
          >
            Cancel
          </button>
          <button type="button" className={`btn btn-${variant}`} disabled={busy} onClick={onConfirm}>
            {busy ? busyLabel : confirmLabel}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
