import type { ReactNode } from 'react'

/** A few labelled values side by side. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="description-list">{children}</dl>
}

/** A long value takes a line of its own, because a narrow column would wrap it letter by letter. */
const isLong = (value: ReactNode) => typeof value === 'string' && value.length > 40

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={isLong(children) ? 'fact-long' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
