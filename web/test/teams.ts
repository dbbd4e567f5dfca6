import type { Team, TeamDetails } from '#shared/contract/teams.ts'

export const makeTeam = (id: number, name: string, given: Partial<Team> = {}): Team => ({
  id,
  name,
  description: null,
  leads: [],
  member_count: 0,
  created_at: '2026-01-05T08:00:00.000Z',
  ...given,
})

export const makeTeamDetails = (team: Team, members: TeamDetails['members'] = []): TeamDetails => ({
  ...team,
  member_count: members.length,
  members,
})

export const teamsCall = 'GET /api/teams?page=1&limit=100'

export const makeTeamPage = (...data: Team[]) => ({
  status: 200,
  body: { data, pagination: { total: data.length, pages: 1, page: 1, limit: 100 } },
})
