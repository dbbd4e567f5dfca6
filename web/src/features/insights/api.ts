import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type InsightGroup,
  type InsightUnit,
  insightHoursReply,
  insightReportingReply,
} from '#shared/contract/insights.ts'
import type { Span } from '#shared/dates.ts'
import type { TeamIds } from '../../domain/team-choice.ts'
import { request } from '../../lib/api-client.ts'
import { reportKeys } from '../reports/api.ts'

// Below the key of the reports, because a report that is submitted or edited changes them.
const all = [...reportKeys.all, 'insights'] as const

type HoursQuery = {
  period: Span
  unit: InsightUnit
  by: InsightGroup
  projectId?: string | undefined
  userId?: string | undefined
  teamId: TeamIds
}

/** The shown hours stay on screen until those of another choice are loaded. */
export function useInsightHours({ period, ...query }: HoursQuery, { enabled = true } = {}) {
  const { startDate: from, endDate: to } = period
  return useQuery({
    queryKey: [...all, 'hours', { from, to, ...query }],
    queryFn: async ({ signal }) => {
      const asked = { from, to, ...query }
      const hours = await request({ path: '/insights/hours', query: asked, reply: insightHoursReply, signal })
      // While another choice is loading, the links of the shown hours must still match them.
      return { ...hours, asked: { period, ...query } }
    },
    enabled,
    placeholderData: keepPreviousData,
  })
}
export type ShownHours = NonNullable<ReturnType<typeof useInsightHours>['data']>

export function useInsightReporting(period: Span, teamId: TeamIds, { enabled = true } = {}) {
  const { startDate: from, endDate: to } = period
  return useQuery({
    queryKey: [...all, 'reporting', { from, to, teamId }],
    queryFn: async ({ signal }) => {
      const query = { from, to, teamId }
      const reply = insightReportingReply
      return { ...(await request({ path: '/insights/reporting', query, reply, signal })), period }
    },
    enabled,
    placeholderData: keepPreviousData,
  })
}
