import * as insights from '#shared/contract/insights.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

export const insightsNotes: Notes = {
  contract: [insights],
  fields: {
    unit: { description: 'How long each bucket is. Weeks begin on Monday.', example: 'week' },
    by: { description: 'What the hours are grouped by.', example: 'project' },
    buckets: {
      description:
        'The first day of each bucket. That of the first week or month can be before `from`; only days of the period are counted.',
      example: ['2026-03-02', '2026-03-09'],
    },
    series: { description: 'The largest total first, without those that have no time in the period.' },
    'InsightSeries.id': { description: 'The id of the project or user, or the role.', example: 1 },
    'InsightSeries.name': { example: 'Website' },
    'InsightSeries.minutes': { description: 'A number for each bucket.', example: [2400, 480] },
    total_minutes: { ...whole, description: 'Of all series.', example: 2880 },
    previous_minutes: {
      ...whole,
      description:
        'The total of as many days before `from`. If the period has whole calendar months: of as many months.',
      example: 2400,
    },
    'InsightReporting.days': { description: 'Each day of the period, in order.' },
  },
}
