import { Link } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'

/** The form is shown anyway: typed text is kept until there is a project to choose. */
export function NoProjects({ user }: { user: User }) {
  if (!can(user, 'project.manage')) return <Alert variant="warning">{messages.reports.noProjects}</Alert>
  return (
    <Alert variant="warning">
      <div className="notice">
        <p>{messages.reports.noProjectsAtAll}</p>
        <Link to={paths.projects()} className="btn btn-secondary btn-sm">
          Manage Projects
        </Link>
      </div>
    </Alert>
  )
}
