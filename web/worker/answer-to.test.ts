import { expect, test } from 'vitest'
import { type Answer, answerTo } from './answer-to.ts'

const origin = 'https://reports.example.com'
const named = ['/theme.js', '/icon.svg']

const answer = (path: string, { method = 'GET', mode = 'cors' } = {}): Answer =>
  answerTo({ method, mode, url: new URL(path, origin).href }, origin, named)

test.each([
  '/api/reports/me?page=1',
  '/api/auth/me',
  '/api/files/7/download',
  '/api/files/7/preview',
  '/healthz',
  '/readyz',
  '/metrics',
  '/robots.txt',
  '/sw.js',
  '/manifest.webmanifest',
  '/icon-192.png',
  '/licenses/swagger-ui.txt',
])('%s goes to the network, also when it is opened in a tab', path => {
  expect(answer(path)).toBe('network')
  expect(answer(path, { mode: 'navigate' })).toBe('network')
})

test.each(['/api', '/api/docs', '/api/reports/export/csv'])('%s in a tab is no screen of the app', path => {
  expect(answer(path, { mode: 'navigate' })).toBe('network')
})

test.each(['/', '/login', '/reports/new?date=2026-11-13', '/admin/reports/7', '/setup?code=x', '/apiary'])(
  'opening %s gives the page, asking for it otherwise does not',
  path => {
    expect(answer(path, { mode: 'navigate' })).toBe('page')
    expect(answer(path)).toBe('network')
  },
)

test.each(['/assets/index-abc123.js', '/assets/index-abc123.css', '/theme.js', '/icon.svg'])(
  '%s is a file of the build',
  path => {
    expect(answer(path)).toBe('file')
  },
)

test('what changes something, or is of another origin, is left alone', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
    expect(answer('/api/reports', { method })).toBe('network')
    expect(answer('/', { method, mode: 'navigate' })).toBe('network')
    expect(answer('/assets/index-abc123.js', { method })).toBe('network')
  }
  expect(answer('https://elsewhere.example.com/assets/index-abc123.js')).toBe('network')
  expect(answer('https://elsewhere.example.com/', { mode: 'navigate' })).toBe('network')
})
