import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import funnel from 'bootstrap-icons/icons/funnel.svg?raw'
import { type ReactNode, useId, useState } from 'react'
import { useIsNarrow } from '../lib/viewport.ts'
import { Icon } from './icon.tsx'
import './filters.scss'

type FiltersProps = {
  /** How many filters are set. */
  count: number
  /** A class that lays out the fields. */
  className: string
  /** True if one of the fields has an error, which must not be hidden. */
  hasProblem?: boolean
  children: ReactNode
}

/** The filters above a list. On phones they would push the list off the screen, so a button opens them there. */
export function Filters({ count, className, hasProblem = false, children }: FiltersProps) {
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  // The filters stay open when the error is gone, because the user is still in the field.
  if (hasProblem && !isOpen) setIsOpen(true)
  const id = useId()
  return (
    <div className="filters">
      {isNarrow && (
        <button
          type="button"
          className="btn btn-secondary icon-link filters-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon svg={funnel} />
          Filters
          {count > 0 && (
            <span className="filters-count tabular">
              {count}
              <span className="visually-hidden"> set</span>
            </span>
          )}
          <Icon svg={chevron} className="chevron" />
        </button>
      )}
      <section id={id} className={className} aria-label="Filters" hidden={isNarrow && !isOpen}>
        {children}
      </section>
    </div>
  )
}
