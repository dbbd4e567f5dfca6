import type { Cases } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { summaries: 'day' },
  // A Friday, whose summary includes the week; a Thursday; and an invalid date.
  fixed: { day: () => ({ own: '2026-03-06', others: '2026-03-05', missing: 'x' }) },
}
