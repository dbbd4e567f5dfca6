import { can } from '#shared/permissions.ts'
import { useActor } from '../../lib/can.tsx'
import { useMyProjects, useProjects } from './api.ts'

/** What a report can be written about: reviewers are offered every project, staff those they are assigned to. */
export function useOfferedProjects() {
  const actor = useActor()
  const seesAll = actor !== null && can(actor, 'report.readAll')
  const all = useProjects({ enabled: seesAll })
  const mine = useMyProjects({ enabled: !seesAll })
  return seesAll ? all : mine
}
