import { type ReactNode, type Ref, useId } from 'react'
import './account.scss'

type AccountSectionProps = {
  title: string
  about?: ReactNode
  children: ReactNode
  /** For a section whose buttons vanish with what they did. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** A part of the account with its own result. */
export function AccountSection({ title, about, children, headingRef }: AccountSectionProps) {
  const id = useId()
  return (
    <section className="card card-body account-section" aria-labelledby={id}>
      <div className="account-heading">
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
        {about && <p className="text-body-secondary">{about}</p>}
      </div>
      {children}
    </section>
  )
}
