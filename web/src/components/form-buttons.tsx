import type { ReactNode } from 'react'
import './form-buttons.scss'

/** Where a form ends: the way out, then the one main action. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className="form-buttons">{children}</div>
}
