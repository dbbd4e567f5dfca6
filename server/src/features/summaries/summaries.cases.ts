import type { Cases } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { summaries: 'day' },
  // A Friday, with its week; a Thursday; and an invalid day.
  fixed: { day: () => ({ own: '2026-03-06', others: '2026-03-05', missing: 'x' }) },
}
