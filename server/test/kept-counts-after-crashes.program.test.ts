import { test } from 'vitest'
import { killDuringWrites } from './kept-counts-after-crashes.ts'

test(
  'SIGKILL during writes on SQLite loses no confirmed report, and the counts are right',
  () => killDuringWrites('sqlite'),
  180_000,
)
