import type { ReactNode } from 'react'
import { firstFocus } from '../lib/focus.ts'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  /** Shown in place of the label while `busy`. */
  busyLabel?: string
  busy?: boolean
  /** Primary: nothing is lost by it. */
  variant?: 'danger' | 'primary'
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be taken back; the harmless answer has the focus. */
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
