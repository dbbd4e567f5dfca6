import { type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { LoginInput, SetupInput, SignedInReply } from '#shared/contract/sign-in.ts'
import { type Me, meReply } from '#shared/contract/users.ts'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { onForbidden, onInvalidToken } from '../../lib/api-client.ts'
import { ApiError, failureText, hasCode } from '../../lib/api-error.ts'
import { ActorContext } from '../../lib/can.tsx'
import { isOffline, onReconnect } from '../../lib/connection.ts'
import { forgetOthers, recall, remember } from '../../lib/remembered.ts'
import {
  askBeforeLogout,
  isExpired,
  onTokenChange,
  readToken,
  removeToken,
  storeToken,
  userChanged,
  userIdOf,
} from '../../lib/sign-in.ts'
import { takeSignOnNotice } from '../../lib/sign-on-notice.ts'
import { getMeWithRetry, postLogin, postLogout, postSetup, postSignOnSession } from './api.ts'
import { AuthContext, type AuthState } from './auth-context.ts'
import { forgetSignedOut, type Reason, reasonOf, rememberSignedOut } from './signed-out.ts'
import { useRefreshUser } from './use-refresh-user.ts'

const signedOut: AuthState = { user: null, loading: false, error: null }

export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ user: null, loading: true, error: null })
  const [checks, setChecks] = useState(0)
  /** The token that this tab uses. */
  const currentToken = useRef<string | null>(null)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()

  /** `userChanged` clears the cached data, which must not be shown to another user or to the same one with other rights. */
  function changeAuth(next: AuthState) {
    if (rightsOf(next.user) !== rightsOf(state.user)) userChanged.emit()
    forgetOthers()
    if (next.user) remember(next.user.id, 'user', next.user)
    setState(next)
  }

  function endSession(reason: Reason, token: string | null, error: string | null = null) {
    removeToken()
    currentToken.current = null
    // These links must work in a browser that still has an old token.
    const isLink = [paths.setup(), paths.welcome(), paths.reset(), paths.unsubscribe()].includes(pathname)
    if (!isLink)
      rememberSignedOut({ reason, path: pathname + search, userId: state.user?.id ?? userIdOf(token) })
    changeAuth({ ...signedOut, error })
    if (!isLink) void navigate(paths.login(), { replace: true })
  }
  const expire = () => endSession('expired', null)
  const endAll = () => endSession('ended', null)
  const handleInvalidToken = useEffectEvent(expire)

  const check = useEffectEvent(async (signal: AbortSignal) => {
    if (takeSignOnNotice('returned')) return finishSignOn()
    const token = readToken()
    currentToken.current = token
    if (token === null) return changeAuth(signedOut)
    try {
      if (isExpired(token, systemClock.now())) return endSession('expired', token)
      const stored = isOffline() ? storedUser(token) : undefined
      if (stored) return changeAuth({ user: stored, loading: false, error: null, isRecalled: true })
      const user = await getMeWithRetry(signal)
      if (!signal.aborted) accept(user)
    } catch (error) {
      if (signal.aborted) return
      // The API client has already logged an ApiError.
      if (!(error instanceof ApiError)) console.error(error)
      // The app was opened offline and the server is not reachable yet: the next reconnect checks again.
      if (state.isRecalled && reasonOf(error) === 'unreachable') return
      endSession(reasonOf(error), token, failureText(error, messages.signIn.loginFailed))
    }
  })

  /** The provider of single sign-on has led back, and the server knows who it is. */
  async function finishSignOn() {
    const page = pathname === paths.login() ? '' : pathname + search + hash
    try {
      enter(await postSignOnSession({}), page)
    } catch (error) {
      removeToken()
      currentToken.current = null
      if (askSecondStep(error, page)) return
      const text = failureText(error, messages.signIn.loginFailed)
      const needsPassword = hasCode(error, 'sso_password_needed')
      changeAuth({ ...signedOut, signOn: { text, needsPassword, page } })
      void navigate(paths.login(), { replace: true })
    }
  }

  async function confirmSignOn(password: string) {
    const page = state.signOn?.page
    try {
      enter(await postSignOnSession({ password }), page)
    } catch (error) {
      if (!askSecondStep(error, page)) throw error
    }
  }

  const accept = useEffectEvent((user: Me) => changeAuth({ user, loading: false, error: null }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed token in another tab triggers the next check
  useEffect(() => {
    const controller = new AbortController()
    void check(controller.signal)
    return () => controller.abort()
  }, [checks])

  // A user from the device is checked with the server as soon as it can be reached.
  useEffect(() => {
    if (state.isRecalled) return onReconnect(() => setChecks(count => count + 1))
  }, [state.isRecalled])

  const refresh = useRefreshUser(state.user, pathname, user => changeAuth({ ...state, user }))

  // The event can be late: this page may have started with the new token and loaded its user.
  const handleTokenChange = useEffectEvent(() => {
    if (readToken() !== currentToken.current) setChecks(count => count + 1)
  })
  useEffect(() => onTokenChange(() => handleTokenChange()), [])
  useEffect(() => onInvalidToken(() => handleInvalidToken()), [])
  useEffect(() => onForbidden(refresh), [refresh])

  /** `page` is where the user wanted to go before signing in. */
  function enter({ token, user }: SignedInReply, page = '') {
    storeToken(token)
    currentToken.current = token
    // In one transition: if the user were set first, the guest guard would navigate to another screen.
    startTransition(() => {
      changeAuth({ user, loading: false, error: null })
      const home = user.role === 'admin' ? paths.adminDashboard() : paths.dashboard()
      void navigate(page || home, { replace: true })
    })
  }

  async function login(input: LoginInput) {
    try {
      const { token, user } = await postLogin(input)
      if (!token) throw new Error(messages.signIn.noTokenReceived)
      if (!user) throw new Error(messages.signIn.loginFailed)
      enter({ token, user })
    } catch (error) {
      if (askSecondStep(error)) return
      setState(current => ({ ...current, error: failureText(error, messages.signIn.loginFailed) }))
      throw error
    }
  }

  /** `page` is where the user wanted to go before signing in. */
  function askSecondStep(error: unknown, page?: string): boolean {
    const secondStep = error instanceof ApiError ? error.challenge : undefined
    if (!secondStep) return false
    changeAuth({ ...signedOut, secondStep: { ...secondStep, page } })
    if (pathname !== paths.login()) void navigate(paths.login(), { replace: true })
    return true
  }

  async function setUp(input: SetupInput) {
    try {
      const { token, user } = await postSetup(input)
      if (!user) throw new Error(messages.signIn.registerUnexpectedFormat)
      if (!token) throw new Error(messages.signIn.registerNoToken)
      enter({ token, user })
    } catch (error) {
      setState(current => ({ ...current, error: failureText(error, messages.signIn.registerFailed) }))
      throw error
    }
  }

  function signOut() {
    // Sent before the token is removed; a failure does not stop the sign-out.
    if (readToken() !== null) void postLogout().catch(() => {})
    removeToken()
    currentToken.current = null
    forgetSignedOut()
    changeAuth(signedOut)
    void navigate(paths.login())
  }

  const auth = {
    ...state,
    isAuthenticated: state.user !== null,
    login,
    askSecondStep: (error: unknown) => askSecondStep(error),
    leaveSecondStep: () => changeAuth(signedOut),
    setUp,
    enter: (signedIn: SignedInReply) => enter(signedIn, state.secondStep?.page),
    confirmSignOn,
    refresh,
    logout: () => askBeforeLogout(signOut),
    expire,
    endAll,
  }
  return (
    <AuthContext value={auth}>
      <ActorContext value={state.user}>{children}</ActorContext>
    </AuthContext>
  )
}

/** The user of the token, as stored on the device after the last answer of the server. */
export function storedUser(token: string) {
  const id = userIdOf(token)
  const user = id && recall(id, 'user', meReply)
  return user && user.id === id ? user : undefined
}

/** What decides which data the server sends. */
const rightsOf = (user: Me | null) =>
  user && `${user.id} ${user.role} ${user.sees_only_teams} ${user.second_step}`
