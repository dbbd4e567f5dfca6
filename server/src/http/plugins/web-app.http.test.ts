import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { putInPlace } from '../../../../scripts/put-in-place.mjs'
import { expectRefusal, openTestApp, startTestApp } from '../../../test/start-test-app.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'daily-report-web-'))
afterAll(() => rmSync(webRoot, { recursive: true, force: true }))
mkdirSync(join(webRoot, 'assets'))
const page = '<!doctype html><title>Daily Report App</title>'
writeFileSync(join(webRoot, 'index.html'), page)
writeFileSync(join(webRoot, 'index.html.gz'), gzipSync(page))
const docs = '<!doctype html><title>Daily Report App API</title>'
writeFileSync(join(webRoot, 'api-docs.html'), docs)
writeFileSync(join(webRoot, 'api-docs.html.gz'), gzipSync(docs))
writeFileSync(join(webRoot, 'theme.js'), 'void 0')
writeFileSync(join(webRoot, 'assets', 'index-abc123.js'), 'console.log(1)')
writeFileSync(join(webRoot, 'assets', 'index-abc123.js.gz'), gzipSync('console.log(1)'))

const { app, call } = await startTestApp({ webRoot, withCast: false })
const get = (url: string, headers = {}) => call({ method: 'GET', url, headers })

test.each(['/', '/login', '/reports/1', '/no/such/page', '/setup?code=x', '/apiary', '/index.html'])(
  '%s gives the page, never cached, with the strict headers',
  async url => {
    const reply = await get(url)
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('<title>Daily Report App</title>')
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'")
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  },
)

test.each([
  ['gzip', 'gzip'],
  ['br;q=1.0, GZIP; q=0.8', 'gzip'],
  ['gzip;q=0, br', undefined],
  ['identity', undefined],
])('a client that accepts %s gets the page as %s', async (accepted, encoding) => {
  const { rawPayload, headers } = await app.inject({
    url: '/login',
    headers: { 'accept-encoding': accepted },
  })
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding'])
  expect(String(encoding ? gunzipSync(rawPayload) : rawPayload)).toBe(page)
})

test('/api/docs gives the page of the API, never cached, with the same strict headers', async () => {
  const reply = await get('/api/docs')
  expect([reply.status, reply.text]).toEqual([200, docs])
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('no-store')
  const { headers } = await get('/login')
  expect(reply.headers['content-security-policy']).toBe(headers['content-security-policy'])
  expect(headers['content-security-policy']).not.toContain('unsafe')
  const zipped = await app.inject({ url: '/api/docs', headers: { 'accept-encoding': 'gzip' } })
  expect(String(gunzipSync(zipped.rawPayload))).toBe(docs)
  const head = await call({ method: 'HEAD', url: '/api/docs' })
  expect([head.status, head.text]).toEqual([200, ''])
})

test.each(['/api/docs/', '/api/docs/x', '/api/docs.css', '/api/doc'])('%s is not there', async url => {
  expectRefusal(await get(url), 404, messages.general.notFound)
})

test('a file of a page under its own name gives the app, as every unknown path does', async () => {
  expect((await get('/api-docs.html')).text).toBe(page)
})

test('/robots.txt keeps search engines out, also for those who only ask for the headers', async () => {
  const reply = await get('/robots.txt')
  expect(reply).toMatchObject({ status: 200, text: 'User-agent: *\nDisallow: /\n' })
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  const head = await call({ method: 'HEAD', url: '/robots.txt' })
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers['content-type']).toBe(reply.headers['content-type'])
})

test('a new build beside a running server changes neither its page nor what that names', async () => {
  const made = mkdtempSync(join(tmpdir(), 'daily-report-web-'))
  mkdirSync(join(made, 'assets'))
  writeFileSync(join(made, 'index.html'), page.replace('Daily', 'New'))
  writeFileSync(join(made, 'assets', 'index-def456.js'), 'console.log(2)')
  putInPlace(made, webRoot)
  rmSync(made, { recursive: true })
  for (const path of ['/', '/index.html', '/login']) expect((await get(path)).text).toBe(page)
  expect((await get('/assets/index-abc123.js')).text).toBe('console.log(1)')
  // Started anew it shows the new one.
  const next = await openTestApp({ webRoot, withCast: false })
  onTestFinished(next.close)
  expect((await next.call({ method: 'GET', url: '/login' })).text).toContain('New Report App')
  expect((await next.call({ method: 'GET', url: '/assets/index-def456.js' })).text).toBe('console.log(2)')
})

test('the page tells its scripts of an edit window that is not the usual one', async () => {
  const root = mkdtempSync(join(tmpdir(), 'daily-report-web-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'index.html'), '<!doctype html><html lang="en">')
  for (const [days, html] of [
    ['3', '<html lang="en">'],
    ['5', '<html data-edit-days="5" lang="en">'],
  ] as const) {
    const other = await openTestApp({ webRoot: root, withCast: false, settings: { EDIT_WINDOW_DAYS: days } })
    onTestFinished(other.close)
    expect((await other.call({ method: 'GET', url: '/login' })).text).toContain(html)
  }
})

test('hashed assets are cached for ever, and come compressed as they were built', async () => {
  const plain = await get('/assets/index-abc123.js')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-type']).toContain('javascript')
  const zipped = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(zipped.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('an asset that is gone is 404, not the page', async () => {
  expectRefusal(await get('/assets/index-old.js'), 404, messages.general.notFound)
})

test('other files may be asked for again every day', async () => {
  expect((await get('/theme.js')).headers['cache-control']).toBe('public, max-age=86400')
})

test('only reading gives the page', async () => {
  expectRefusal(await call({ method: 'POST', url: '/login', payload: {} }), 404, messages.general.notFound)
  expect((await call({ method: 'HEAD', url: '/login' })).status).toBe(200)
})

test.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets/%00'])(
  '%s leads nowhere outside',
  async url => {
    const reply = await get(url)
    expect(reply.text).not.toContain('daily-report-app')
  },
)
