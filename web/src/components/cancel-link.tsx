import { Link } from 'react-router'

/** Leaves a form; disabled while the form is being sent, so that the user sees the result. */
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
