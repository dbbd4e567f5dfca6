import {
  type QueryClient,
  QueryClientContext,
  QueryClientProvider,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { onReconnect } from '../lib/connection.ts'
import { personChange } from '../lib/sign-in.ts'
import { createQueryClient } from './query-client.ts'

declare global {
  interface Window {
    __TANSTACK_QUERY_CLIENT__?: QueryClient
  }
}

/** What the screens have loaded. Data loaded for one user is never shown to the next. */
export function DataCache({ children }: { children: ReactNode }) {
  const given = use(QueryClientContext)
  const [client] = useState(() => given ?? createQueryClient())
  const { user } = useAuth()
  useEffect(() => {
    // The developer tools of TanStack Query find the cache by this name; browser tests empty it.
    window.__TANSTACK_QUERY_CLIENT__ = client
  }, [client])
  useEffect(() => personChange.subscribe(() => forget(client)), [client])
  // The previous user's screens are unmounted by now; those that stay load their data again for the new user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new user
  useEffect(() => askAgain(client), [client, user?.id, user?.role])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/**
 * Around the screens that load data, which load it again after a time without a connection. The landing and the login
 * page load none, so they don't ask either whether the server is back.
 */
export function RefreshOnReconnect() {
  const client = useQueryClient()
  // Everything, not only what failed: a failed call may have been shown as an empty list.
  useEffect(() => onReconnect(() => void client.invalidateQueries()), [client])
  return <Outlet />
}

/** Not `clear`: a screen with a pending query would never get its result. */
function forget(client: QueryClient) {
  client.removeQueries({ type: 'inactive' })
  client.getMutationCache().clear()
  for (const query of client.getQueryCache().getAll()) query.reset()
}

function askAgain(client: QueryClient) {
  const unanswered = ({ state }: { state: { status: string } }) => state.status === 'pending'
  void client.refetchQueries({ type: 'active', predicate: unanswered }, { cancelRefetch: false })
}
