import chevron from 'bootstrap-icons/icons/chevron-right.svg?raw'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import './row-link.scss'

type RowLinkProps = { to: string /** Says which one. */; label: string; children?: string }

/** The way from a row to its thing: a word in the table, a sign at the edge of a card; both are the same link. */
export function RowLink({ to, label, children = 'View' }: RowLinkProps) {
  return (
    <Link to={to} className="row-link" aria-label={label}>
      <span className="row-link-word">{children}</span>
      <Icon svg={chevron} className="row-link-sign" />
    </Link>
  )
}
