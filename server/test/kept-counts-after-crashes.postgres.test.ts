import { test } from 'vitest'
import { killDuringWrites } from './kept-counts-after-crashes.ts'

test(
  'SIGKILL during writes on PostgreSQL loses no confirmed report, and the counts are right',
  () => killDuringWrites('postgres'),
  180_000,
)
