import { type ReactNode, useId } from 'react'
import './insights.scss'

/** The numbers below a picture. A wide table scrolls in its box, by keyboard too. */
export function TableCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className="card insight-units">
      <h2 id={id}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
      <section className="insight-scroll" aria-labelledby={id} tabIndex={0}>
        {children}
      </section>
    </div>
  )
}
