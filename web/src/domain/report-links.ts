import type { Role } from '#shared/roles.ts'
import { paths } from '../app/paths.ts'
import type { TeamChoice } from './team-choice.ts'

type ReportLink = {
  userId?: number | string
  projectId?: number | string
  role?: Role
  startDate?: string
  endDate?: string
  team?: TeamChoice
}

/** The URL of the list that has exactly these reports. */
export function reportsHref(filters: ReportLink): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return paths.allReports(`?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`)
}
