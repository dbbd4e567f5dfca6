import { expect, test } from 'vitest'
import { safeHref, urlTypes } from './urls.ts'

test('there are fifteen types, and the database is labelled DB', () => {
  expect(Object.keys(urlTypes)).toHaveLength(15)
  expect(urlTypes.database).toBe('DB')
})

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['HTTP://example.com', 'HTTP://example.com'],
  ['mailto:team@example.com', 'mailto:team@example.com'],
  ['example.com/path', 'https://example.com/path'],
  ['//example.com', 'https://example.com'],
  ['localhost:8080/x', 'https://localhost:8080/x'],
  ['example.com:443', 'https://example.com:443'],
])('%s leads to %s', (url, href) => {
  expect(safeHref(url)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript:80',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.com/x',
  'file:///etc/passwd',
  'ftp://example.com',
  '',
  '  ',
])('%j is not clickable', url => {
  expect(safeHref(url)).toBeUndefined()
})
