import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-error.ts'

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The server's "no" stays a "no"; only a missing answer is worth asking again.
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      },
    },
  })
}
