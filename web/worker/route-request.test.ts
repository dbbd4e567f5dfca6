import { expect, test } from 'vitest'
import { type Route, routeRequest } from './route-request.ts'

const origin = 'https://reports.example.com'
const named = ['/theme.js', '/icon.svg']

const route = (path: string, { method = 'GET', mode = 'cors' } = {}): Route =>
  routeRequest({ method, mode, url: new URL(path, origin).href }, origin, named)

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
  expect(route(path)).toBe('network')
  expect(route(path, { mode: 'navigate' })).toBe('network')
})

test.each(['/api', '/api/docs', '/api/reports/export/csv'])(
  '%s opened in a tab goes to the network',
  path => {
    expect(route(path, { mode: 'navigate' })).toBe('network')
  },
)

test.each(['/', '/login', '/reports/new?date=2026-11-13', '/admin/reports/7', '/setup?code=x', '/apiary'])(
  'opening %s gives the page, any other request for it goes to the network',
  path => {
    expect(route(path, { mode: 'navigate' })).toBe('page')
    expect(route(path)).toBe('network')
  },
)

test.each(['/assets/index-abc123.js', '/assets/index-abc123.css', '/theme.js', '/icon.svg'])(
  '%s is a file of the build',
  path => {
    expect(route(path)).toBe('file')
  },
)

test('writing calls and other origins go to the network', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
    expect(route('/api/reports', { method })).toBe('network')
    expect(route('/', { method, mode: 'navigate' })).toBe('network')
    expect(route('/assets/index-abc123.js', { method })).toBe('network')
  }
  expect(route('https://elsewhere.example.com/assets/index-abc123.js')).toBe('network')
  expect(route('https://elsewhere.example.com/', { mode: 'navigate' })).toBe('network')
})
