import chevron from 'bootstrap-icons/icons/chevron-right.svg?raw'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

type RowLinkProps = { to: string /** Says which one. */; label: string; children?: string }

/** The link from a row to its page: a word in the table, a chevron at the edge of a card. */
export function RowLink({ to, label, children = 'View' }: RowLinkProps) {
  return (
    <Link to={to} className="row-link" aria-label={label}>
      <span className="row-link-word">{children}</span>
      <Icon svg={chevron} className="row-link-sign" />
    </Link>
  )
}
