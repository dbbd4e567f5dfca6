import { createContext, use } from 'react'
import type { LoginInput, SetupInput, SignedInReply } from '#shared/contract/sign-in.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'

export type AuthState = {
  user: User | null
  loading: boolean
  error: string | null
  /** The app was opened offline: the user is the remembered one until the server can be asked. */
  isRecalled?: boolean
}

export type Auth = AuthState & {
  isAuthenticated: boolean
  /** Rejects with what went wrong; on success the screen is left. */
  login(input: LoginInput): Promise<void>
  /** Registers the first administrator and signs them in. */
  setUp(input: SetupInput): Promise<void>
  /** Signs in with the answer to a new password that was chosen through a link. */
  enter(signedIn: SignedInReply): void
  /** Loads the user again: reviewers can change the name and role. */
  refresh(): void
  logout(): void
  /** The server has ended the session: the login page says so. */
  expire(): void
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error(messages.signIn.useAuthOutside)
  return auth
}
