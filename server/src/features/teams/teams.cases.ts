import { type Cases, found, idOf, privateTo, type Who } from '../../../test/security/cases.ts'

const leadsAndAdmins: Who = { staff: 403, manager: [200, 403, 404], admin: found }

export const cases: Cases = {
  ids: { teams: 'team' },
  makers: ({ cast, db, keeper, nowAs, unique }) => ({
    // The owner is a member, and the lead if their role allows it. The person of the requests is a member and a lead, so
    // that both can be removed.
    team: async owner => {
      const id = idOf(
        await (await nowAs(await keeper())).post('/api/teams', {
          name: `${privateTo(owner)}team ${unique()}`,
          lead_ids: owner.role === 'admin' || owner.role === 'manager' ? [owner.id] : [],
          member_ids: [owner.id, cast.omar.id],
        }),
      )
      await db.insertInto('team_leads').values({ team_id: id, user_id: cast.omar.id }).execute()
      return id
    },
  }),
  rows: {
    'GET /api/teams/:id': { staff: [200, 403, 404], manager: found, admin: found },
    'PUT /api/teams/:id': leadsAndAdmins,
    'DELETE /api/teams/:id': leadsAndAdmins,
    'POST /api/teams/:id/members': leadsAndAdmins,
    'DELETE /api/teams/:id/members/:userId': leadsAndAdmins,
    'POST /api/teams/:id/leads': {
      ...leadsAndAdmins,
      body: ({ reviewerId }) => ({ user_ids: [reviewerId] }),
    },
    'DELETE /api/teams/:id/leads/:userId': leadsAndAdmins,
  },
}
