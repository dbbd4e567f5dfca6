import { type Cases, idOf, teamOnly } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { urls: 'url' },
  makers: ({ make, nowAs }) => ({
    url: async owner =>
      idOf(
        await (await nowAs(owner)).post(`/api/projects/${await make('project', owner)}/urls`, {
          url_type: 'live',
          url: `https://${teamOnly}url.example.com`,
        }),
      ),
  }),
}
