import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-error.ts'
import { isOffline } from '../lib/connection.ts'

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The default pauses calls while the browser says it is offline: a screen would show its skeleton, and a
        // form its "Submitting...", until it is back. Both fail at once instead.
        networkMode: 'always',
        // The server's "no" stays a "no"; only a missing answer is worth asking again.
        retry: (failures, error) => failures < 1 && !isOffline() && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

const isPassing = (error: unknown) =>
  error instanceof ApiError && !error.isTimeout && (error.status === 0 || error.status === 503)
