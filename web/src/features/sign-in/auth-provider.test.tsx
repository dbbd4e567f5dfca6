import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { messageReply } from '#shared/contract/errors.ts'
import { systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import {
  answer,
  fakeApi,
  makeToken,
  personOf,
  refusal,
  tokenOf,
  tokenWithPayload,
} from '../../../test/fake-api.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { request } from '../../lib/api-client.ts'
import { useActor } from '../../lib/can.tsx'
import { openedWithoutServer, serverAnswered } from '../../lib/connection.ts'
import { remember } from '../../lib/remembered.ts'
import { beforeLogout, userChanged } from '../../lib/sign-in.ts'
import { type Auth, useAuth } from './auth-context.ts'
import { AuthProvider } from './auth-provider.tsx'

const developer = personOf('developer')
const meIs = (user = developer) => ({ 'GET /api/auth/me': { status: 200, body: user } })

let auth: Auth
let states: string[]

function Probe() {
  auth = useAuth()
  const actor = useActor()
  states.push(auth.loading ? 'loading' : auth.isAuthenticated ? 'authenticated' : 'unauthenticated')
  return <p>{actor ? `actor ${actor.id}` : 'no actor'}</p>
}

function start(path = '/somewhere') {
  return renderAt(
    path,
    <AuthProvider>
      <Probe />
    </AuthProvider>,
  )
}

const store = (token: string) => localStorage.setItem('token', token)
const stored = () => localStorage.getItem('token')
const settled = () => waitFor(() => expect(auth.loading).toBe(false))

beforeEach(() => {
  states = []
})

test('useAuth outside its provider throws "useAuth must be used within an AuthProvider"', () => {
  allowConsole(/useAuth must be used/, /The above error occurred/)
  expect(() => render(<Probe />)).toThrow('useAuth must be used within an AuthProvider')
})

describe('on start', () => {
  test('the state is loading, with no user and no error', async () => {
    store(makeToken())
    fakeApi(meIs())
    start()
    expect(auth).toMatchObject({ loading: true, isAuthenticated: false, user: null, error: null })
    await settled()
  })

  test('without a token it becomes unauthenticated, and no request is sent', async () => {
    const api = fakeApi({})
    const { here } = start()
    await settled()
    expect(auth).toMatchObject({ isAuthenticated: false, user: null })
    expect(api.calls).toEqual([])
    expect(here()).toBe('/somewhere')
  })

  test('with a token the current user is fetched and the state becomes authenticated', async () => {
    store(makeToken())
    const api = fakeApi(meIs())
    start()
    await screen.findByText('actor 7')
    expect(auth).toMatchObject({ loading: false, isAuthenticated: true, user: developer })
    expect(api.calls[0]?.headers.get('x-auth-token')).toBe(makeToken())
    expect(new Set(states)).toEqual(new Set(['loading', 'authenticated']))
  })

  test('a user who must set up a second step first is known by the call for that', async () => {
    allowConsole(/Set up a second step first/)
    const user = { ...developer, second_step: 'required' }
    store(makeToken())
    fakeApi({
      'GET /api/auth/me': {
        status: 403,
        body: { msg: messages.secondStep.required, code: 'second_step_required' },
      },
      'GET /api/account/second-step': { status: 200, body: { user } },
    })
    start()
    await settled()
    expect(auth.user).toEqual(user)
    expect(stored()).not.toBeNull()
  })

  test('a token whose exp is in the past logs out without asking the server', async () => {
    store(makeToken({ exp: systemClock.now().getTime() / 1000 - 1 }))
    const api = fakeApi({})
    const { here } = start()
    await settled()
    expect(auth.isAuthenticated).toBe(false)
    expect(stored()).toBeNull()
    expect(api.calls).toEqual([])
    await waitFor(() => expect(here()).toBe('/login'))
  })

  test.each([
    ['bad base64', 'e30.!.x', /^Invalid token specified: invalid base64 for part #2/],
    ['bad JSON', tokenWithPayload('no JSON'), /^Invalid token specified: invalid json for part #2/],
  ])('an undecodable token (%s) is an error that leads to logout', async (_what, token, sentence) => {
    allowConsole(sentence)
    store(token)
    const api = fakeApi({})
    const { here } = start()
    await settled()
    expect(auth.error).toMatch(sentence)
    expect(console.error).toHaveBeenCalledOnce()
    expect(stored()).toBeNull()
    expect(api.calls).toEqual([])
    await waitFor(() => expect(here()).toBe('/login'))
  })

  test.each([
    ['401', refusal(401, 'Token is not valid')],
    ['403', refusal(403, messages.general.notAllowed)],
    ['404', refusal(404, messages.general.notFound)],
    ['500', { status: 500 }],
    ['an answer that is no user', { status: 200, body: {} }],
  ])('any error in the authentication check logs out at once: %s', async (_what, reply) => {
    allowConsole(/.*/)
    store(makeToken())
    const api = fakeApi({ 'GET /api/auth/me': reply })
    const { here } = start()
    await settled()
    expect(auth.isAuthenticated).toBe(false)
    expect(stored()).toBeNull()
    expect(api.calls).toHaveLength(1)
    await waitFor(() => expect(here()).toBe('/login'))
  })

  test('an old token does not prevent the set-up link from opening', async () => {
    store(makeToken({ exp: 1 }))
    fakeApi({})
    const { here } = start('/setup?code=abc')
    await settled()
    expect(stored()).toBeNull()
    expect(here()).toBe('/setup?code=abc')
  })
})

describe('while the server cannot be reached', () => {
  const passing = [
    ['no response', 'no response' as const],
    ['503', refusal(503, messages.general.overloaded)],
  ] as const

  test.each(passing)('%s is retried while loading until it succeeds', async (_what, failure) => {
    allowConsole(/^No response to GET/, /^The server is busy/)
    vi.useFakeTimers()
    store(makeToken())
    const api = fakeApi({ 'GET /api/auth/me': [failure, failure, { status: 200, body: developer }] })
    start()
    await act(() => vi.advanceTimersByTimeAsync(900))
    expect(auth.loading).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(auth.isAuthenticated).toBe(true)
    expect(api.calls).toHaveLength(3)
    expect(stored()).toBe(makeToken())
  })

  test.each(passing)('%s for more than three seconds logs out', async (_what, failure) => {
    allowConsole(/^No response to GET/, /^The server is busy/)
    vi.useFakeTimers()
    store(makeToken())
    const api = fakeApi({ 'GET /api/auth/me': failure })
    const { here } = start()
    await act(() => vi.advanceTimersByTimeAsync(limits.authCheckRetryMs - 200))
    expect(auth.loading).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(auth).toMatchObject({ loading: false, isAuthenticated: false })
    expect(stored()).toBeNull()
    expect(here()).toBe('/login')
    const asked = api.calls.length
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(api.calls).toHaveLength(asked)
  })
})

describe('opened offline', () => {
  const own = makeToken({ exp: 4_000_000_000, sub: '7' })
  const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

  /** The event of the browser, after which the server answers again. */
  async function comeBack() {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await act(async () => {
      window.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(0)
    })
  }

  beforeEach(() => {
    allowConsole(/^No response to GET/)
    vi.useFakeTimers()
  })

  test('with a token and its remembered user the app opens as that user, without asking', async () => {
    store(own)
    remember(7, 'user', developer)
    goOffline()
    const api = fakeApi({})
    const { here } = start('/reports/new')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(auth).toMatchObject({ isAuthenticated: true, user: developer, isRecalled: true })
    expect(api.calls).toEqual([])
    expect(here()).toBe('/reports/new')
  })

  test.each([
    ['nothing is remembered', () => {}],
    [
      'another user is remembered',
      () => localStorage.setItem('remembered:8:user', JSON.stringify({ ...developer, id: 8 })),
    ],
    ['the remembered one has another id', () => remember(7, 'user', { ...developer, id: 8 })],
    ['what is remembered is no user', () => remember(7, 'user', { id: 7 })],
  ])('when %s, it logs out', async (_what, prepare) => {
    store(own)
    prepare()
    goOffline()
    fakeApi({ 'GET /api/auth/me': 'no response' })
    const { here } = start()
    await act(() => vi.advanceTimersByTimeAsync(limits.authCheckRetryMs + 200))
    expect(auth.isAuthenticated).toBe(false)
    expect(here()).toBe('/login')
  })

  test('a token that has expired logs out, also offline', async () => {
    store(makeToken({ exp: 1, sub: '7' }))
    remember(7, 'user', developer)
    goOffline()
    fakeApi({})
    const { here } = start()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(auth.isAuthenticated).toBe(false)
    expect(here()).toBe('/login')
  })

  test('with a network but without a server it logs out', async () => {
    store(own)
    remember(7, 'user', developer)
    fakeApi({ 'GET /api/auth/me': 'no response' })
    const { here } = start()
    await act(() => vi.advanceTimersByTimeAsync(limits.authCheckRetryMs + 200))
    expect(auth.isAuthenticated).toBe(false)
    expect(here()).toBe('/login')
  })

  test('with a network, and a page from the device because no server answered, the app opens as offline', async () => {
    store(own)
    remember(7, 'user', developer)
    const promoted = personOf('manager')
    fakeApi({ 'GET /healthz': 'no response' })
    openedWithoutServer()
    onTestFinished(serverAnswered)
    const { here } = start('/reports/new')
    await act(() => vi.advanceTimersByTimeAsync(10 * limits.authCheckRetryMs))
    expect(auth).toMatchObject({ isAuthenticated: true, user: developer, isRecalled: true })
    expect(stored()).toBe(own)
    expect(here()).toBe('/reports/new')
    fakeApi({ 'GET /healthz': { status: 200 }, ...meIs(promoted) })
    await act(() => vi.advanceTimersByTimeAsync(limits.reconnectMs))
    expect(auth).toMatchObject({ isAuthenticated: true, user: promoted })
    expect(auth.isRecalled).toBeFalsy()
  })

  test('once online the user is loaded from the server, and its answer is used', async () => {
    store(own)
    remember(7, 'user', developer)
    goOffline()
    const promoted = personOf('manager')
    fakeApi({ 'GET /healthz': { status: 200 }, ...meIs(promoted) })
    start()
    await act(() => vi.advanceTimersByTimeAsync(0))
    await comeBack()
    expect(auth).toMatchObject({ isAuthenticated: true, user: promoted })
    expect(auth.isRecalled).toBeFalsy()
  })

  test('once online a session that has ended on the server logs out', async () => {
    store(own)
    remember(7, 'user', developer)
    goOffline()
    fakeApi({ 'GET /healthz': { status: 200 }, 'GET /api/auth/me': refusal(401, 'Token is not valid') })
    const { here } = start('/reports/new')
    await act(() => vi.advanceTimersByTimeAsync(0))
    await comeBack()
    expect(auth.isAuthenticated).toBe(false)
    expect(stored()).toBeNull()
    expect(here()).toBe('/login')
  })

  test('an unstable network does not log out: the check is repeated until the server answers', async () => {
    store(own)
    remember(7, 'user', developer)
    goOffline()
    const answers = { 'GET /healthz': { status: 200 }, 'GET /api/auth/me': 'no response' as const }
    fakeApi(answers)
    start('/reports/new')
    await act(() => vi.advanceTimersByTimeAsync(0))
    await comeBack()
    await act(() => vi.advanceTimersByTimeAsync(limits.authCheckRetryMs + 200))
    expect(auth).toMatchObject({ isAuthenticated: true, isRecalled: true })
    fakeApi({ ...answers, ...meIs() })
    await act(() => vi.advanceTimersByTimeAsync(limits.reconnectMs))
    expect(auth.isRecalled).toBeFalsy()
    expect(auth.user).toEqual({ ...developer, teams: [], sees_only_teams: false })
  })
})

describe('login', () => {
  const input = { email: 'robin@example.com', password: 'secret' }

  test.each([
    ['admin', '/admin/dashboard'],
    ['manager', '/dashboard'],
    ['developer', '/dashboard'],
    ['designer', '/dashboard'],
    ['marketing', '/dashboard'],
  ] as const)('of %s stores the token, sets the user and goes to %s', async (role, path) => {
    const api = fakeApi({
      'POST /api/auth/login': { status: 200, body: { token: 'the-token', user: personOf(role) } },
    })
    const { here } = start('/login')
    await settled()
    await act(() => auth.login(input))
    expect(api.calls[0]?.body).toEqual(input)
    expect(stored()).toBe('the-token')
    expect(auth).toMatchObject({ isAuthenticated: true, user: personOf(role), error: null })
    expect(here()).toBe(path)
  })

  test('without a token in the answer fails with "No token received from server"', async () => {
    fakeApi({ 'POST /api/auth/login': { status: 200, body: { user: developer } } })
    const { here } = start('/login')
    await settled()
    await act(() => expect(auth.login(input)).rejects.toThrow('No token received from server'))
    expect(auth).toMatchObject({ isAuthenticated: false, error: 'No token received from server' })
    expect(stored()).toBeNull()
    expect(here()).toBe('/login')
  })

  test('that is refused rejects with the server’s msg and keeps it as the error', async () => {
    fakeApi({ 'POST /api/auth/login': refusal(401, 'Invalid email or password') })
    start('/login')
    await settled()
    await act(() => expect(auth.login(input)).rejects.toThrow('Invalid email or password'))
    expect(auth).toMatchObject({ isAuthenticated: false, error: 'Invalid email or password' })
  })
})

describe('first-run registration', () => {
  const input = { name: 'Robin', email: 'robin@example.com', password: 'secret', setup_code: 'abc' }
  const admin = personOf('admin')

  test('stores the token, signs in and goes to /admin/dashboard', async () => {
    const api = fakeApi({
      'POST /api/auth/register': { status: 201, body: { token: 'the-token', user: admin } },
    })
    const { here } = start('/setup?code=abc')
    await settled()
    await act(() => auth.setUp(input))
    expect(api.calls[0]?.body).toEqual(input)
    expect(stored()).toBe('the-token')
    expect(auth).toMatchObject({ isAuthenticated: true, user: admin })
    expect(here()).toBe('/admin/dashboard')
  })

  test.each([
    [{ user: admin }, 'No token received from server during registration'],
    [{ token: 'the-token' }, 'Registration failed: Unexpected response format'],
  ])('answered with %o it fails: %s', async (body, sentence) => {
    fakeApi({ 'POST /api/auth/register': { status: 201, body } })
    start('/setup')
    await settled()
    await act(() => expect(auth.setUp(input)).rejects.toThrow(sentence))
    expect(auth).toMatchObject({ isAuthenticated: false, error: sentence })
    expect(stored()).toBeNull()
  })
})

describe('logout', () => {
  test('waits for the callback that asks before a logout', async () => {
    store(makeToken())
    fakeApi({ ...meIs(), 'POST /api/auth/logout': { status: 200, body: { msg: 'Bye' } } })
    let proceed = () => {}
    onTestFinished(
      beforeLogout(next => {
        proceed = next
      }),
    )
    start('/dashboard')
    await screen.findByText('actor 7')
    act(() => auth.logout())
    expect(auth.isAuthenticated).toBe(true)
    act(() => proceed())
    expect(auth.isAuthenticated).toBe(false)
    expect(stored()).toBeNull()
  })

  test('removes the token, clears the user and what was loaded for them, and goes to /login', async () => {
    store(makeToken())
    const api = fakeApi({
      ...meIs(),
      // This call is never answered, and signing out must not wait for it.
      'POST /api/auth/logout': () => new Promise<Response>(() => {}),
    })
    const { here } = start('/dashboard')
    await screen.findByText('actor 7')
    const forget = vi.fn()
    onTestFinished(userChanged.subscribe(forget))
    act(() => auth.logout())
    expect(auth).toMatchObject({ isAuthenticated: false, user: null, loading: false, error: null })
    expect(screen.getByText('no actor')).toBeVisible()
    expect(stored()).toBeNull()
    expect(forget).toHaveBeenCalled()
    await waitFor(() => expect(here()).toBe('/login'))

    const [sent] = api.named('POST /api/auth/logout')
    expect(sent?.headers.get('x-auth-token')).toBe(makeToken())
    expect(sent?.init.keepalive).toBe(true)
  })

  test('succeeds also when the server refuses or is unreachable', async () => {
    allowConsole(/^No response to POST/)
    for (const reply of ['no response' as const, refusal(401, 'Token is not valid')]) {
      store(makeToken())
      fakeApi({ ...meIs(), 'POST /api/auth/logout': reply })
      const { here, unmount } = start('/dashboard')
      await screen.findByText('actor 7')
      act(() => auth.logout())
      await waitFor(() => expect(here()).toBe('/login'))
      unmount()
    }
  })
})

test('a 401 with msg "Token is not valid" removes the stored token and goes to /login', async () => {
  store(makeToken())
  fakeApi({ ...meIs(), 'GET /api/things': refusal(401, 'Token is not valid') })
  const { here } = start('/dashboard')
  await screen.findByText('actor 7')
  const asked = request({ path: '/things', reply: messageReply })
  await act(() => expect(asked).rejects.toThrow('Token is not valid'))
  expect(stored()).toBeNull()
  expect(auth).toMatchObject({ isAuthenticated: false, user: null })
  expect(here()).toBe('/login')
})

describe('data stored for the user is removed when the session ends', () => {
  const remembered = () => Object.keys(localStorage).filter(slot => slot.startsWith('remembered:'))
  const things = () => request({ path: '/things', reply: messageReply }).catch(() => {})

  test.each([
    ['by logout', async () => auth.logout()],
    ['with a 401 "Token is not valid"', things],
    [
      'in another tab',
      async () => {
        localStorage.removeItem('token')
        window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
      },
    ],
    [
      'because another account signs in through a link',
      async () =>
        auth.enter({ token: tokenOf(8), user: { ...developer, id: 8, teams: [], sees_only_teams: false } }),
    ],
  ])('%s', async (_how, end) => {
    store(tokenOf(7))
    fakeApi({
      ...meIs(),
      'GET /api/things': refusal(401, 'Token is not valid'),
      'POST /api/auth/logout': { status: 200, body: { msg: 'Bye' } },
    })
    start('/dashboard')
    await screen.findByText('actor 7')
    remember(7, 'projects', [])
    expect(remembered().sort()).toEqual(['remembered:7:projects', 'remembered:7:user'])
    await act(async () => {
      await end()
    })
    await waitFor(() => expect(remembered().filter(slot => slot.includes(':7:'))).toEqual([]))
  })

  test.each([
    ['with a token whose exp is in the past', makeToken({ exp: 1, sub: '7' })],
    ['with a token that the server refuses', tokenOf(7)],
    ['with a token that is damaged', 'e30.!.x'],
    ['without a token', null],
  ])('at the start %s', async (_what, token) => {
    allowConsole(/^Invalid token specified/)
    store(tokenOf(7))
    remember(7, 'user', developer)
    localStorage.setItem('waiting-reports:7', '2026-03-31')
    if (token === null) localStorage.removeItem('token')
    else store(token)
    fakeApi({ 'GET /api/auth/me': refusal(401, 'Token is not valid') })
    start('/dashboard')
    await settled()
    expect(remembered()).toEqual([])
    // Drafts that were not sent are kept for their author.
    expect(localStorage.getItem('waiting-reports:7')).toBe('2026-03-31')
  })
})

describe('another tab', () => {
  const tellTab = () => act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))

  test('signs out: this tab is signed out too', async () => {
    store(makeToken())
    fakeApi(meIs())
    start('/dashboard')
    await screen.findByText('actor 7')
    const forget = vi.fn()
    onTestFinished(userChanged.subscribe(forget))
    localStorage.removeItem('token')
    tellTab()
    expect(auth).toMatchObject({ isAuthenticated: false, user: null })
    expect(forget).toHaveBeenCalled()
  })

  test('a change event for the token that this page started with does not load the user again', async () => {
    store(makeToken())
    const api = fakeApi(meIs())
    start('/dashboard')
    tellTab()
    await screen.findByText('actor 7')
    tellTab()
    expect(api.named('GET /api/auth/me')).toHaveLength(1)
  })

  test('signs in as another user: this tab switches to them, without a spinner in between', async () => {
    store(makeToken())
    const other = { ...personOf('admin'), id: 8 }
    fakeApi({
      'GET /api/auth/me': [
        { status: 200, body: developer },
        { status: 200, body: other },
      ],
    })
    start('/dashboard')
    await screen.findByText('actor 7')
    const forget = vi.fn()
    onTestFinished(userChanged.subscribe(forget))
    states = []
    store(makeToken({ exp: 4_000_000_001 }))
    tellTab()
    await screen.findByText('actor 8')
    expect(new Set(states)).toEqual(new Set(['authenticated']))
    expect(forget).toHaveBeenCalled()
  })

  test('signs out while this tab still loads the user: the late response is ignored', async () => {
    store(makeToken())
    let reply = (_response: Response) => {}
    fakeApi({
      'GET /api/auth/me': () =>
        new Promise(resolve => {
          reply = resolve
        }),
    })
    start('/dashboard')
    localStorage.removeItem('token')
    tellTab()
    await settled()
    await act(async () => reply(answer(200, developer)))
    expect(auth.isAuthenticated).toBe(false)
  })
})
