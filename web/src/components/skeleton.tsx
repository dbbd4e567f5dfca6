import type { ReactNode } from 'react'
import { unnoticedMs } from '../lib/use-placeholder.ts'

/** A skeleton in place of the content; assistive technology reads one word. */
export function Placeholder({ children, label = 'Loading...' }: { children: ReactNode; label?: string }) {
  return (
    <div className="placeholder-area" style={{ animationDelay: `${unnoticedMs}ms` }}>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

type SkeletonProps = { width?: string; height?: string }

/** One line of text to come, as high as its line. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return (
    <span className="skeleton-line">
      <span className="skeleton" style={{ width, height }} />
    </span>
  )
}
