import type { ReactNode } from 'react'
import { BrandMark } from './brand-mark.tsx'
import { usePageHeading } from './page.tsx'

type FormCardProps = {
  title: string
  heading: string
  intro?: string
  children: ReactNode
  footer?: ReactNode
}

/** A page that is one short form, in the middle of the screen. */
export function FormCard({ title, heading, intro, children, footer }: FormCardProps) {
  const headingRef = usePageHeading(title)
  return (
    <div className="page form-page">
      <BrandMark />
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      {intro && <p className="text-body-secondary">{intro}</p>}
      <div className="card card-body">{children}</div>
      {footer && <div className="form-page-footer">{footer}</div>}
    </div>
  )
}
