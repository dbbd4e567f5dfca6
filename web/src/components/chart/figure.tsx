import { type ReactNode, useId } from 'react'
import './chart.scss'

type FigureProps = {
  title: string
  sentence: string
  children: ReactNode
}

/** A picture with a title and one sentence that says what it shows. */
export function Figure({ title, sentence, children }: FigureProps) {
  const id = useId()
  return (
    <figure className="card figure-card" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p className="figure-sentence">{sentence}</p>
      </figcaption>
      {children}
    </figure>
  )
}
