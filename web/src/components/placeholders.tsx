import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'

/** A shorter wait shows no placeholder, but its space is reserved from the start. */
export const placeholderDelayMs = 150

/**
 * Whether to render the placeholder instead of the content: while waiting, and, once it is visible, for a minimum time
 * so that it doesn't flash.
 */
export function usePlaceholder(isWaiting: boolean): boolean {
  const [isMinimumTime, setIsMinimumTime] = useState(false)

  // A layout effect clears the timer in the commit that shows the content. A passive effect would run later: a timer that
  // fires in between would replace the content by the placeholder again, and the user's click or typing would be lost.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsMinimumTime(true), placeholderDelayMs)
    return () => clearTimeout(timer)
  }, [isWaiting])

  // If a timer fired while React was rendering the content, this update overrides the timer's update.
  useLayoutEffect(() => {
    if (!isWaiting && !isMinimumTime) setIsMinimumTime(false)
  }, [isWaiting, isMinimumTime])

  useEffect(() => {
    if (!isMinimumTime) return
    const timer = setTimeout(() => setIsMinimumTime(false), limits.placeholderMs)
    return () => clearTimeout(timer)
  }, [isMinimumTime])

  return isWaiting || isMinimumTime
}

/** A skeleton in place of the content; assistive technology reads only the label. */
export function Placeholder({ children, label = 'Loading...' }: { children: ReactNode; label?: string }) {
  return (
    <div className="placeholder-area" style={{ animationDelay: `${placeholderDelayMs}ms` }}>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

type SkeletonProps = { width?: string; height?: string }

/** A grey bar for one line of text, with the height of that line. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return (
    <span className="skeleton-line">
      <span className="skeleton" style={{ width, height }} />
    </span>
  )
}

/** A form that is loading, with the height of the loaded form. */
export function FormSkeleton({ children }: { children: ReactNode }) {
  return (
    <Placeholder>
      <div className="form">
        {children}
        <div className="form-buttons">
          <span className="btn btn-primary held-back">Save</span>
        </div>
      </div>
    </Placeholder>
  )
}

export function FieldSkeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field">
      <span className="form-label choices-label">{label}</span>
      {children}
    </div>
  )
}

export const SelectSkeleton = () => <div className="form-select">&nbsp;</div>

type ChoiceSkeletonProps = { width: string } | { children: string }

/** A choice that is loading. If its text is known, it is shown, so that the choice wraps as it will later. */
export const ChoiceSkeleton = (props: ChoiceSkeletonProps) => (
  <div className="choice">
    {'children' in props ? (
      <>
        <span className="check held-back" />
        <span>{props.children}</span>
      </>
    ) : (
      <Skeleton width={props.width} />
    )}
  </div>
)

/** Visible only when the wait is long enough to be noticed, so that nothing flashes. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), limits.placeholderMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="waiting" role="status">
      {visible && (
        <>
          <span className="spinner-border" aria-hidden="true" />
          <span className="visually-hidden">{label}</span>
        </>
      )}
    </div>
  )
}

/** Stays true once it was true, so that a later change doesn't remove a form or a card that the user is in. */
export function useWasReady(isReady: boolean): boolean {
  const [wasReady, setWasReady] = useState(isReady)
  if (isReady && !wasReady) setWasReady(true)
  return isReady || wasReady
}
