import { type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { LoginInput, SetupInput, SignedInReply } from '#shared/contract/sign-in.ts'
import { type User, userReply } from '#shared/contract/users.ts'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { onForbidden, onInvalidToken } from '../../lib/api-client.ts'
import { ApiError, failureText } from '../../lib/api-error.ts'
import { askBeforeLogout } from '../../lib/before-logout.ts'
import { ActorContext } from '../../lib/can.tsx'
import { isOffline, onReconnect } from '../../lib/connection.ts'
import { forgetOthers, recall, remember } from '../../lib/remembered.ts'
import {
  isExpired,
  onTokenChange,
  personChange,
  readToken,
  removeToken,
  storeToken,
  userIdOf,
} from '../../lib/sign-in.ts'
import { getMePatiently, postLogin, postLogout, postSetup } from './api.ts'
import { AuthContext, type AuthState } from './auth-context.ts'
import { forgetSignedOut, type Reason, reasonOf, rememberSignedOut } from './signed-out.ts'
import { useRefreshUser } from './use-refresh-user.ts'

const signedOut: AuthState = { user: null, loading: false, error: null }

export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ user: null, loading: true, error: null })
  const [checks, setChecks] = useState(0)
  /** The token that this tab acts on. */
  const known = useRef<string | null>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  /** Data loaded for one user is never shown to the next, nor to the same user in another role. */
  function become(next: AuthState) {
    const { user } = state
    if (next.user?.id !== user?.id || next.user?.role !== user?.role) personChange.emit()
    forgetOthers()
    if (next.user) remember(next.user.id, 'user', next.user)
    setState(next)
  }

  function endSession(reason: Reason, token: string | null, error: string | null = null) {
    removeToken()
    known.current = null
    // Links must work in a browser that still holds an old token.
    const isLink = [paths.setup(), paths.welcome(), paths.reset(), paths.unsubscribe()].includes(pathname)
    if (!isLink)
      rememberSignedOut({ reason, path: pathname + search, userId: state.user?.id ?? userIdOf(token) })
    become({ ...signedOut, error })
    if (!isLink) void navigate(paths.login(), { replace: true })
  }
  const expire = () => endSession('expired', null)
  const handleInvalidToken = useEffectEvent(expire)

  const check = useEffectEvent(async (signal: AbortSignal) => {
    const token = readToken()
    known.current = token
    if (token === null) return become(signedOut)
    try {
      if (isExpired(token, systemClock.now())) return endSession('expired', token)
      const known = isOffline() ? userOf(token) : undefined
      if (known) return become({ user: known, loading: false, error: null, isRecalled: true })
      const user = await getMePatiently(signal)
      if (!signal.aborted) accept(user)
    } catch (error) {
      if (signal.aborted) return
      // The API client has logged its own.
      if (!(error instanceof ApiError)) console.error(error)
      // Opened offline, and the network is only just coming back: asked again once the server can be reached.
      if (state.isRecalled && reasonOf(error) === 'unreachable') return
      endSession(reasonOf(error), token, failureText(error, messages.signIn.loginFailed))
    }
  })

  const accept = useEffectEvent((user: User) => become({ user, loading: false, error: null }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed token in another tab triggers the next check
  useEffect(() => {
    const controller = new AbortController()
    void check(controller.signal)
    return () => controller.abort()
  }, [checks])

  // The user was not asked for yet: the server decides as soon as it can be reached.
  useEffect(() => {
    if (state.isRecalled) return onReconnect(() => setChecks(count => count + 1))
  }, [state.isRecalled])

  const refresh = useRefreshUser(state.user, pathname, user => become({ ...state, user }))

  // The browser may tell of a change after this page has started with it, and has asked for its user.
  const handleTokenChange = useEffectEvent(() => {
    if (readToken() !== known.current) setChecks(count => count + 1)
  })
  useEffect(() => onTokenChange(() => handleTokenChange()), [])
  useEffect(() => onInvalidToken(() => handleInvalidToken()), [])
  useEffect(() => onForbidden(refresh), [refresh])

  function enter({ token, user }: SignedInReply) {
    storeToken(token)
    known.current = token
    // Together: were the user set first, the guest guard would send them on from the form to another screen.
    startTransition(() => {
      become({ user, loading: false, error: null })
      void navigate(user.role === 'admin' ? paths.adminDashboard() : paths.dashboard(), { replace: true })
    })
  }

  async function login(input: LoginInput) {
    try {
      const { token, user } = await postLogin(input)
      if (!token) throw new Error(messages.signIn.noTokenReceived)
      if (!user) throw new Error(messages.signIn.loginFailed)
      enter({ token, user })
    } catch (error) {
      setState(current => ({ ...current, error: failureText(error, messages.signIn.loginFailed) }))
      throw error
    }
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

  function leave() {
    // Sent before the token is removed; a failure does not stop the sign-out.
    if (readToken() !== null) void postLogout().catch(() => {})
    removeToken()
    known.current = null
    forgetSignedOut()
    become(signedOut)
    void navigate(paths.login())
  }

  const auth = {
    ...state,
    isAuthenticated: state.user !== null,
    login,
    setUp,
    enter,
    refresh,
    logout: () => askBeforeLogout(leave),
    expire,
  }
  return (
    <AuthContext value={auth}>
      <ActorContext value={state.user}>{children}</ActorContext>
    </AuthContext>
  )
}

/** The user of this token, as the server described them last. */
function userOf(token: string) {
  const id = userIdOf(token)
  const user = id && recall(id, 'user', userReply)
  return user && user.id === id ? user : undefined
}
