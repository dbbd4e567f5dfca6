import type { RecordEntry, RecordPage } from '#shared/contract/record.ts'

let made = 0

export const makeEntry = (more: Partial<RecordEntry> = {}): RecordEntry => ({
  id: ++made,
  at: '2026-03-10T09:00:00.000Z',
  kind: 'user.role_changed',
  actor: { id: 1, name: 'Ada Admin' },
  target: { type: 'user', id: 9, name: 'Dina Developer' },
  address: '203.0.113.7',
  via: 'session',
  details: { from: 'developer', to: 'manager' },
  ...more,
})

export const makeRecordPage = (data: RecordEntry[], more: Partial<RecordPage['pagination']> = {}) => ({
  data,
  pagination: { total: data.length, pages: 1, page: 1, limit: 50, ...more },
})
