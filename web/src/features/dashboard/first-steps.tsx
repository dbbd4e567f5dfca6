import { useEffect, useState } from 'react'
import type { Settings } from '#shared/contract/settings.ts'
import type { User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { useSettings } from '../../domain/settings.ts'
import type { TeamIds } from '../../domain/team-choice.ts'
import { useProjects } from '../projects/api.ts'
import { useReports } from '../reports/api.ts'
import { useUsers } from '../users/api.ts'

export type Facts = { hasProject: boolean; hasPeople: boolean; settings: Settings }

/** `undecided`: the content below has to wait, so that the list doesn't move it. */
type FirstSteps = 'undecided' | 'none' | Facts

const isOverKey = (userId: number) => `first-steps-over-${userId}`
export const isCheckedKey = (userId: number) => `first-steps-days-${userId}`

/**
 * The steps of an admin until there is a report. A browser remembers that they are over, so that the dashboard waits for
 * the answer only the first time. The reports of a team don't say whether there are any.
 */
export function useFirstSteps(user: User, teamId: TeamIds) {
  const [wasOver, setWasOver] = useState(() => localStorage.getItem(isOverKey(user.id)) !== null)
  const reports = useReports({ teamId }, 1)
  const users = useUsers()
  const projects = useProjects()
  const hasReports = reports.data !== undefined && reports.data.total > 0
  const isOver = wasOver || hasReports || teamId !== undefined || !can(user, 'settings.manage')
  const isEmpty = !isOver && reports.data !== undefined
  const settings = useSettings(isEmpty)

  useEffect(() => {
    if (hasReports) localStorage.setItem(isOverKey(user.id), 'true')
  }, [hasReports, user.id])

  function hide() {
    localStorage.setItem(isOverKey(user.id), 'true')
    setWasOver(true)
  }

  return { steps: decide(), hide }

  function decide(): FirstSteps {
    if (isOver) return 'none'
    if (reports.isPending) return 'undecided'
    if (!isEmpty) return 'none'
    if (users.isPending || projects.isPending || settings.isPending) return 'undecided'
    if (!users.data || !projects.data || !settings.data) return 'none'
    const hasProject = projects.data.length > 0
    const hasPeople = users.data.length > 1
    const isChecked = settings.data.is_checked || localStorage.getItem(isCheckedKey(user.id)) !== null
    if (hasProject && hasPeople && isChecked) return 'none'
    return { hasProject, hasPeople, settings: { ...settings.data, is_checked: isChecked } }
  }
}
