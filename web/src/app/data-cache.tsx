import {
  QueryCache,
  QueryClient,
  QueryClientContext,
  QueryClientProvider,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { ApiError, isUnknownTeam } from '../lib/api-error.ts'
import { isOffline, onReconnect } from '../lib/connection.ts'
import { userChanged } from '../lib/sign-in.ts'

export function createQueryClient() {
  const client = new QueryClient({
    // A team was deleted meanwhile: the teams are loaded again, so that the team control offers only those left.
    queryCache: new QueryCache({
      onError: error => {
        if (isUnknownTeam(error)) void client.invalidateQueries({ queryKey: ['teams'] })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The default pauses calls while the browser is offline: a screen would show its skeleton, and a form its
        // "Submitting...", until it is online again. Both fail at once instead.
        networkMode: 'always',
        // Only a missing response is retried, because a refusal would be repeated.
        retry: (failures, error) => failures < 1 && !isOffline() && isTemporary(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

const isTemporary = (error: unknown) =>
  error instanceof ApiError && !error.isTimeout && (error.status === 0 || error.status === 503)

declare global {
  interface Window {
    __TANSTACK_QUERY_CLIENT__?: QueryClient
  }
}

/** The query cache. Data loaded for one user is never shown to the next. */
export function DataCache({ children }: { children: ReactNode }) {
  const given = use(QueryClientContext)
  const [own, setOwn] = useState(createQueryClient)
  const client = given ?? own
  const { user } = useAuth()
  const [owner, setOwner] = useState(user?.id)
  if (owner !== user?.id) {
    setOwner(user?.id)
    // A call of the previous user that is answered later still writes to the previous cache, which no screen uses.
    if (owner !== undefined) setOwn(createQueryClient())
  }
  useEffect(() => {
    // The developer tools of TanStack Query find the cache by this name; browser tests empty it.
    window.__TANSTACK_QUERY_CLIENT__ = client
  }, [client])
  useEffect(() => userChanged.subscribe(() => resetCache(client)), [client])
  // The previous user's screens are unmounted by now; those that stay load their data again for the new user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new user
  useEffect(() => refetchPending(client), [client, user?.id, user?.role, user?.sees_only_teams])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/**
 * Reloads the data of the screens inside after a time without a connection. The landing and the login page have no data
 * and are outside, so that they don't poll the server.
 */
export function RefreshOnReconnect() {
  const client = useQueryClient()
  // All queries, not only failed ones: a failed call may have been shown as an empty list.
  useEffect(() => onReconnect(() => void client.invalidateQueries()), [client])
  return <Outlet />
}

/** Not `clear`: a screen with a pending query would never get its result. */
function resetCache(client: QueryClient) {
  client.removeQueries({ type: 'inactive' })
  client.getMutationCache().clear()
  for (const query of client.getQueryCache().getAll()) query.reset()
}

function refetchPending(client: QueryClient) {
  const isPending = ({ state }: { state: { status: string } }) => state.status === 'pending'
  void client.refetchQueries({ type: 'active', predicate: isPending }, { cancelRefetch: false })
}
