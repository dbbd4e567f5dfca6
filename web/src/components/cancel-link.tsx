import { Link } from 'react-router'

/** The way out of a form; while it is sent there is none, so that the result is seen. */
export function CancelLink({ to, busy }: { to: string; busy: boolean }) {
  return busy ? (
    <span className="btn btn-secondary disabled" aria-disabled="true">
      Cancel
    </span>
  ) : (
    <Link to={to} className="btn btn-secondary">
      Cancel
    </Link>
  )
}
