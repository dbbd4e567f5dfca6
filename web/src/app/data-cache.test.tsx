import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personOf } from '../../test/fake-api.ts'
import { type Auth, AuthContext } from '../features/sign-in/auth-context.ts'
import { DataCache } from './data-cache.tsx'

test('the next user gets a new cache, and late answers to the previous user are not in it', () => {
  let client: QueryClient | undefined
  function Screen() {
    client = useQueryClient()
    return null
  }
  const tree = (user: Auth['user']) => (
    <AuthContext value={{ user } as Auth}>
      <DataCache>
        <Screen />
      </DataCache>
    </AuthContext>
  )
  const ada = { ...personOf('admin'), id: 1 }
  const { rerender } = render(tree(null))
  const first = client
  rerender(tree(ada))
  expect(client, 'what the login page loaded stays').toBe(first)
  rerender(tree({ ...ada, name: 'Ada Okafor' }))
  expect(client, 'the same user').toBe(first)
  rerender(tree(null))
  const afterLogout = client
  expect(afterLogout).not.toBe(first)
  rerender(tree({ ...personOf('developer'), id: 2 }))
  expect(client).toBe(afterLogout)
  rerender(tree({ ...personOf('manager'), id: 3 }))
  expect(client, 'another tab signed in as another user').not.toBe(afterLogout)
})
