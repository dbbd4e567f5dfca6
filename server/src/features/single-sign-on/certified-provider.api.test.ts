import { afterAll, expect, test } from 'vitest'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { browserOf } from '../../../test/browser-cookies.ts'
import { startRealProvider } from '../../../test/real-provider.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'

const provider = await startRealProvider([
  { sub: 'dina', email: 'dina@example.com', name: 'Dina at Work', groups: ['leads'] },
  { sub: 'nora', email: 'nora@example.com', name: 'Nora New' },
])
afterAll(provider.close)

const testApp = await startTestApp({ settings: { ...provider.settings, OIDC_ROLES: 'manager=leads' } })
const { cast, clock, as } = testApp
// The provider has no clock of its own.
clock.set(systemClock.now().toISOString())

/** Goes through the pages of the provider as a browser does, and returns the URL that it leads back to. */
async function signInThere(location: string, email: string): Promise<URL> {
  const cookies = new Map<string, string>()
  async function go(url: string, body?: URLSearchParams): Promise<URL> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = new URL(reply.headers.get('location') ?? url, url)
    if (next.pathname === '/api/auth/oidc/callback') return next
    if (reply.status === 200) return go(url, new URLSearchParams({ email }))
    return go(next.href)
  }
  return go(location)
}

async function signOn(email: string, to = '/reports/new') {
  const browser = browserOf(testApp)
  const started = await browser.get(`/api/auth/oidc?to=${to}`)
  const back = await signInThere(String(started.headers.location), email)
  const reply = await browser.get(`${back.pathname}${back.search}`)
  return { browser, page: reply.headers.location, back }
}

test('a known person signs in with the role of their groups, and keeps their name', async () => {
  const { browser, page } = await signOn('dina@example.com')
  expect(page).toBe('/reports/new')
  const { body } = await browser.post('/api/auth/oidc/session', {})
  expect(body.user).toMatchObject({ id: cast.dina.id, name: cast.dina.name, role: 'manager' })
  expect((await as({ token: body.token }).get('/api/auth/me')).status).toBe(200)
})

test('an unknown person and one who is refused there get one sentence', async () => {
  for (const [email, status, sentence] of [
    ['nora@example.com', 403, messages.singleSignOn.noAccount('nora@example.com')],
    ['unknown@example.com', 401, messages.singleSignOn.cancelled('Company Login')],
  ] as const) {
    const { browser, page } = await signOn(email)
    expect(page).toBe('/login')
    expectRefusal(await browser.post('/api/auth/oidc/session', {}), status, sentence)
  }
})

test('the provider refuses a code that was used', async () => {
  const browser = browserOf(testApp)
  const started = await browser.get('/api/auth/oidc')
  const flow = browser.jar.get('sso_flow')
  const back = await signInThere(String(started.headers.location), 'dina@example.com')
  await browser.get(`${back.pathname}${back.search}`)
  if (flow) browser.jar.set('sso_flow', flow)
  await browser.get(`${back.pathname}${back.search}`)
  expectRefusal(
    await browser.post('/api/auth/oidc/session', {}),
    401,
    messages.singleSignOn.failed('Company Login'),
  )
})
