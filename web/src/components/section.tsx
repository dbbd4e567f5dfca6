import { type ReactNode, type Ref, useId } from 'react'

type SectionProps = {
  title: string
  about?: ReactNode
  children: ReactNode
  /** For a section whose buttons vanish with what they did. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** A part of a page of settings, with its own result. */
export function Section({ title, about, children, headingRef }: SectionProps) {
  const id = useId()
  return (
    <section className="card card-body section" aria-labelledby={id}>
      <div className="section-heading">
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
        {about && <p className="text-body-secondary">{about}</p>}
      </div>
      {children}
    </section>
  )
}
