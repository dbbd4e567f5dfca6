import { createContext, use } from 'react'
import type { LoginInput, SetupInput, SignedInReply } from '#shared/contract/sign-in.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'

export type AuthState = {
  user: User | null
  loading: boolean
  error: string | null
  /** The app was opened offline, and the user is the one stored on the device until the server can be reached. */
  isRecalled?: boolean
}

export type Auth = AuthState & {
  isAuthenticated: boolean
  /** Rejects with the failure; on success it navigates to another screen. */
  login(input: LoginInput): Promise<void>
  /** Registers the first administrator and signs them in. */
  setUp(input: SetupInput): Promise<void>
  /** Signs in with the answer to a new password that was set through a link. */
  enter(signedIn: SignedInReply): void
  /** Loads the user again, because reviewers can change the name and role. */
  refresh(): void
  logout(): void
  /** Signs out after the server has ended the session, with a message on the login page. */
  expire(): void
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error(messages.signIn.useAuthOutside)
  return auth
}
