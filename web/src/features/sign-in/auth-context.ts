import { createContext, use } from 'react'
import type { LoginInput, SetupInput, SignedInReply } from '#shared/contract/sign-in.ts'
import type { Me } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import type { Challenge } from '../../lib/api-error.ts'

/** What a single sign-on ended with instead of a session. */
export type SignOnFailure = {
  text: string
  /** The password of the account is asked for, once. */
  needsPassword: boolean
  /** The page that was asked for. */
  page: string
}

export type AuthState = {
  user: Me | null
  loading: boolean
  error: string | null
  /** The app was opened offline, and the user is the one stored on the device until the server can be reached. */
  isRecalled?: boolean
  signOn?: SignOnFailure
  /** The password was right, and a second step is asked for. */
  secondStep?: (Challenge & { page: string | undefined }) | undefined
}

export type Auth = AuthState & {
  isAuthenticated: boolean
  /** Rejects with the failure; on success it navigates to another screen. */
  login(input: LoginInput): Promise<void>
  /** Confirms a single sign-on with the password of the account. Rejects with the failure. */
  confirmSignOn(password: string): Promise<void>
  /** Shows the second step that a sign-in needs. Returns false if the error says nothing of one. */
  askSecondStep(error: unknown): boolean
  /** Goes back to the password. */
  leaveSecondStep(): void
  /** Registers the first administrator and signs them in. */
  setUp(input: SetupInput): Promise<void>
  /** Signs in with the answer to a new password that was set through a link. */
  enter(signedIn: SignedInReply): void
  /** Loads the user again, because reviewers can change the name and role. */
  refresh(): void
  logout(): void
  /** Signs out after the server has ended the session, with a message on the login page. */
  expire(): void
  /** Signs out after the user has ended all of their sign-ins, with a message on the login page. */
  endAll(): void
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error(messages.signIn.useAuthOutside)
  return auth
}
