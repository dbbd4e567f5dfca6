import { authRoutes } from './auth/auth.routes.ts'
import { commentsRoutes } from './comments/comments.routes.ts'
import { filesRoutes } from './files/files.routes.ts'
import { sweepFilesJob } from './files/sweep-files.job.ts'
import { projectsRoutes } from './projects/projects.routes.ts'
import { reportsRoutes } from './reports/reports.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { tasksRoutes } from './tasks/tasks.routes.ts'
import { urlsRoutes } from './urls/urls.routes.ts'
import { usersRoutes } from './users/users.routes.ts'

/** A new feature adds its routes here, and its background jobs, if it has any, below. */
export const featureRoutes = [
  authRoutes,
  usersRoutes,
  projectsRoutes,
  filesRoutes,
  urlsRoutes,
  reportsRoutes,
  reviewRoutes,
  commentsRoutes,
  tasksRoutes,
]

export const featureJobs = [sweepFilesJob]
