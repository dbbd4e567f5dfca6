import { type Cases, everyRole, ownersAnd } from '../../../test/security/cases.ts'
import type { TestApp } from '../../../test/start-test-app.ts'
import { unsubscribeCode } from './unsubscribe.service.ts'

const unsubscribe = async ({ cast, ctx }: TestApp) => ({
  url: `/api/unsubscribe?code=${unsubscribeCode(ctx, cast.mark.id, 'comment')}`,
})

export const cases: Cases = {
  rows: {
    'GET /api/reports/:id/readers': ownersAnd(200),
    // The code is wrong.
    'GET /api/unsubscribe': { ...everyRole(303), query: 'code=x' },
    'POST /api/unsubscribe': { ...everyRole(404), query: 'code=x' },
  },
  prepared: { 'GET /api/unsubscribe': unsubscribe, 'POST /api/unsubscribe': unsubscribe },
}
