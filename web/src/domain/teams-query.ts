import { queryOptions } from '@tanstack/react-query'
import { type TeamPage, teamPageReply } from '#shared/contract/teams.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../lib/api-client.ts'
import { isAbsent } from '../lib/api-error.ts'

const limit = limits.pageSizeMax

/** Used with an older server, which has no teams. */
const noTeams: TeamPage = {
  data: [],
  pagination: { page: 1, limit, total: 0, pages: 1 },
  people: { all: 0, mine: 0 },
}

/** All teams that the user may see, by name. A company with more teams than fit on a page needs further calls. */
async function getAllTeams(signal: AbortSignal): Promise<TeamPage> {
  const getPage = (page: number) =>
    request({ path: '/teams', query: { page, limit }, reply: teamPageReply, signal })
  try {
    const first = await getPage(1)
    const data = [...first.data]
    for (let page = 2; page <= first.pagination.pages; page++) data.push(...(await getPage(page)).data)
    return { ...first, data }
  } catch (error) {
    if (isAbsent(error)) return noTeams
    throw error
  }
}

export const teamKeys = {
  all: ['teams'] as const,
  list: () => [...teamKeys.all, 'list'] as const,
  one: (id: number) => [...teamKeys.all, 'one', id] as const,
}

export const teamsQuery = queryOptions({
  queryKey: teamKeys.list(),
  queryFn: ({ signal }) => getAllTeams(signal),
})
