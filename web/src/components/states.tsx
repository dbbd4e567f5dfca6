import cloudSlash from 'bootstrap-icons/icons/cloud-slash.svg?raw'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { messages } from '#shared/messages.ts'
import { isOffline } from '../lib/connection.ts'
import { Icon } from './icon.tsx'

type EmptyStateProps = {
  icon: string
  title: string
  children?: ReactNode
  /** The next step, as a button or link. */
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state card">
      <Icon svg={icon} className="empty-state-icon" />
      <p className="empty-state-title">{title}</p>
      {children && <p className="text-body-secondary">{children}</p>}
      {action}
    </div>
  )
}

type ErrorStateProps = {
  message: string
  onRetry: () => void
  /** True inside a card: the error then has no frame of its own. */
  plain?: boolean
}

/** A failed request, with a button to retry it. */
export function ErrorState({ message, onRetry, plain = false }: ErrorStateProps) {
  const button = useRef<HTMLButtonElement>(null)

  // The button disappears with the error. Without this, the focus would go back to the top of the page.
  useLayoutEffect(() => {
    const pressed = button.current
    return () => {
      if (pressed && pressed === document.activeElement) document.getElementById('main')?.focus()
    }
  }, [])

  return (
    <div className={plain ? 'error-state' : 'empty-state card'} role="alert">
      {!plain && <Icon svg={cloudSlash} className="empty-state-icon" />}
      <p className="empty-state-title">{message}</p>
      {!plain && isOffline() && (
        <p className="text-body-secondary">
          {navigator.onLine ? messages.offline.needsServer : messages.offline.needsConnection}
        </p>
      )}
      <button ref={button} type="button" className="btn btn-secondary" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
