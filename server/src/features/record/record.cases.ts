import { adminsOnly, type Cases } from '../../../test/security/cases.ts'

export const cases: Cases = {
  rows: {
    'GET /api/audit/export': { ...adminsOnly(200), query: 'format=csv' },
  },
}
