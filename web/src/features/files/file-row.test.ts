import { expect, test } from 'vitest'
import { formatSize } from './file-row.tsx'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [25 * 1024 * 1024, '25 MB'],
  [3 * 1024 ** 4, '3,072 GB'],
])('%d is %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})
