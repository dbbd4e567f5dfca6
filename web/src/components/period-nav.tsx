import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import './period-nav.scss'

type PeriodLink = {
  /** The query of the URL that shows this period. */
  search: string
  /** "March 2026" */
  title: string
  /** The user hovers or focuses the link: the period can be prefetched. */
  onIntent?: () => void
}

type PeriodNavProps = {
  unit: 'week' | 'month'
  title: string
  /** Undefined before the first period. */
  previous: PeriodLink | undefined
  /** Undefined after the last period. */
  next: PeriodLink | undefined
  /** The query for the current period; undefined while it is shown. */
  current: string | undefined
}

/** The shown week or month, with links to the previous, the next and the current one. */
export function PeriodNav({ unit, title, previous, next, current }: PeriodNavProps) {
  return (
    <nav className="period-nav" aria-label={unit === 'week' ? 'Week' : 'Month'}>
      <Beside name={`Previous ${unit}`} icon={chevronLeft} link={previous} />
      <h2 aria-live="polite">{title}</h2>
      <Beside name={`Next ${unit}`} icon={chevronRight} link={next} />
      {current !== undefined && (
        <Link to={{ search: current }} className="btn btn-secondary btn-sm">
          {`This ${unit}`}
        </Link>
      )}
    </nav>
  )
}

type BesideProps = { name: string; icon: string; link: PeriodLink | undefined }

function Beside({ name, icon, link }: BesideProps) {
  if (!link) return <span className="icon-button" aria-hidden="true" />
  const { search, title, onIntent } = link
  return (
    <Link
      to={{ search }}
      className="icon-button"
      aria-label={`${name}: ${title}`}
      title={title}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <Icon svg={icon} />
    </Link>
  )
}
