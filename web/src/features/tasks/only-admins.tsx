import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'

/** Shown to users who may not create or edit tasks. */
export function OnlyAdmins() {
  return (
    <>
      <Alert variant="danger">{messages.tasks.onlyAdmins}</Alert>
      <div>
        <Link to={paths.tasks()} className="btn btn-secondary">
          Back to Tasks
        </Link>
      </div>
    </>
  )
}
