import type { ReactNode } from 'react'
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
