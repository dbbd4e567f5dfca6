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
const manifest = '{"name":"Daily Report App"}'
writeFileSync(join(webRoot, 'manifest.webmanifest'), manifest)
writeFileSync(join(webRoot, 'manifest.webmanifest.gz'), gzipSync(manifest))
writeFileSync(join(webRoot, 'icon-192.png'), 'a picture')
const worker = 'self.addEventListener("fetch", () => {})'
writeFileSync(join(webRoot, 'sw.js'), worker)
writeFileSync(join(webRoot, 'sw.js.gz'), gzipSync(worker))
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

test.each(['/api/docs/', '/api/docs/x', '/api/docs.css', '/api/doc'])('%s does not exist', async url => {
  expectRefusal(await get(url), 404, messages.general.notFound)
})

test('the file name of a page gives the app, as every unknown path does', async () => {
  expect((await get('/api-docs.html')).text).toBe(page)
})

test('/robots.txt keeps search engines out, also for HEAD requests', async () => {
  const reply = await get('/robots.txt')
  expect(reply).toMatchObject({ status: 200, text: 'User-agent: *\nDisallow: /\n' })
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  const head = await call({ method: 'HEAD', url: '/robots.txt' })
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers['content-type']).toBe(reply.headers['content-type'])
})

test('a new build beside a running server changes neither its page nor the files that the page names', async () => {
  const made = mkdtempSync(join(tmpdir(), 'daily-report-web-'))
  mkdirSync(join(made, 'assets'))
  writeFileSync(join(made, 'index.html'), page.replace('Daily', 'New'))
  writeFileSync(join(made, 'sw.js'), 'self')
  writeFileSync(join(made, 'assets', 'index-def456.js'), 'console.log(2)')
  putInPlace(made, webRoot)
  rmSync(made, { recursive: true })
  for (const path of ['/', '/index.html', '/login']) expect((await get(path)).text).toBe(page)
  expect((await get('/assets/index-abc123.js')).text).toBe('console.log(1)')
  expect((await get('/sw.js')).text).toBe(worker)
  // After a restart the server sends the new page.
  const next = await openTestApp({ webRoot, withCast: false })
  onTestFinished(next.close)
  expect((await next.call({ method: 'GET', url: '/login' })).text).toContain('New Report App')
  expect((await next.call({ method: 'GET', url: '/assets/index-def456.js' })).text).toBe('console.log(2)')
  expect((await next.call({ method: 'GET', url: '/sw.js' })).text).toBe('self')
})

test('the page tells its scripts about an unusual edit window and about a worker that is switched off', async () => {
  const root = mkdtempSync(join(tmpdir(), 'daily-report-web-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'index.html'), '<!doctype html><html lang="en">')
  for (const [settings, html] of [
    [{ EDIT_WINDOW_DAYS: '3', SERVICE_WORKER: 'on' }, '<html lang="en">'],
    [{ EDIT_WINDOW_DAYS: '5' }, '<html data-edit-days="5" lang="en">'],
    [{ SERVICE_WORKER: 'off' }, '<html data-service-worker="off" lang="en">'],
  ] as const) {
    const other = await openTestApp({ webRoot: root, withCast: false, settings })
    onTestFinished(other.close)
    expect((await other.call({ method: 'GET', url: '/login' })).text).toContain(html)
  }
})

test('hashed assets are cached forever and sent as the build compressed them', async () => {
  const plain = await get('/assets/index-abc123.js')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-type']).toContain('javascript')
  const zipped = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(zipped.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('a missing asset is answered with 404, not with the page', async () => {
  expectRefusal(await get('/assets/index-old.js'), 404, messages.general.notFound)
})

test('other files are cached for a day', async () => {
  expect((await get('/theme.js')).headers['cache-control']).toBe('public, max-age=86400')
})

const strict = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*worker-src 'self'/),
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

test('/sw.js is always revalidated, and answered with 304 if it is unchanged', async () => {
  const { headers, text } = await get('/sw.js')
  expect(text).toBe(worker)
  expect(headers).toMatchObject({
    ...strict,
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  expect(headers['x-service-worker']).toBeUndefined()
  const same = await get('/sw.js', { 'if-none-match': headers.etag })
  expect([same.status, same.text]).toEqual([304, ''])
  expect((await get('/sw.js', { 'if-none-match': 'W/"another"' })).status).toBe(200)
  const zipped = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': 'gzip' } })
  expect(String(gunzipSync(zipped.rawPayload))).toBe(worker)
  const head = await call({ method: 'HEAD', url: '/sw.js' })
  expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag])
})

test('the manifest has its own type and is always revalidated; its icons are cached for a day', async () => {
  const { headers, text } = await get('/manifest.webmanifest')
  expect(text).toBe(manifest)
  expect(headers).toMatchObject({
    ...strict,
    'content-type': expect.stringContaining('application/manifest+json'),
    'cache-control': 'no-cache',
  })
  expect((await get('/manifest.webmanifest', { 'if-none-match': headers.etag })).status).toBe(304)
  const zipped = await get('/manifest.webmanifest', { 'accept-encoding': 'gzip' })
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': expect.stringContaining('application/manifest+json'),
    'cache-control': 'no-cache',
  })
  expect((await call({ method: 'HEAD', url: '/manifest.webmanifest' })).status).toBe(200)
  const icon = await get('/icon-192.png')
  expect(icon.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
  })
})

test('with SERVICE_WORKER=off pages and headers say so, and /sw.js is a script that removes the worker', async () => {
  const off = await openTestApp({ webRoot, withCast: false, settings: { SERVICE_WORKER: 'off' } })
  onTestFinished(off.close)
  for (const url of ['/', '/reports/1', '/sw.js']) {
    const { headers } = await off.call({ method: 'GET', url })
    expect(headers, url).toMatchObject({ ...strict, 'x-service-worker': 'off' })
  }
  const { text, headers } = await off.call({ method: 'GET', url: '/sw.js' })
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(text).toContain('self.registration.unregister()')
  expect(text).not.toContain(worker)
  // It removes only the caches of the worker, neither drafts nor waiting reports.
  expect(headers['clear-site-data']).toBeUndefined()
  expect((await get('/')).headers['x-service-worker']).toBeUndefined()
})

test('only GET and HEAD are answered with the page', async () => {
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
