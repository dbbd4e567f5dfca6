import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { onPersonChange } from '../lib/person-change.ts'
import { createQueryClient } from './query-client.ts'

/**
 * What the screens behind it have loaded. In a file of its own, because the landing and the login page load nothing
 * and should not bring it along. What was loaded for one person is never shown to the next.
 */
export default function DataCache() {
  const given = use(QueryClientContext)
  const [client] = useState(() => given ?? createQueryClient())
  useEffect(() => onPersonChange(() => client.clear()), [client])
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  )
}
