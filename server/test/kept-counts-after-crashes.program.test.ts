import { test } from 'vitest'
import { killAmidWrites } from './kept-counts-after-crashes.ts'

test(
  'SIGKILL amid writes on SQLite: what was confirmed is there and counted',
  () => killAmidWrites('sqlite'),
  180_000,
)
