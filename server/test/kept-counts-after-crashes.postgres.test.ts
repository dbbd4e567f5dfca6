import { test } from 'vitest'
import { killAmidWrites } from './kept-counts-after-crashes.ts'

test(
  'SIGKILL amid writes on PostgreSQL: what was confirmed is there and counted',
  () => killAmidWrites('postgres'),
  180_000,
)
