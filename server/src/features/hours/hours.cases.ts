import { type Cases, found, reviewers } from '../../../test/security/cases.ts'

export const cases: Cases = {
  rows: {
    'GET /api/reports/project-summary': { ...reviewers(found), thing: 'project', query: 'projectId=:id' },
  },
}
