import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, makeToken, personOf } from '../../test/fake-api.ts'
import { team } from '../../test/people.ts'
import { renderApp } from '../../test/render-app.tsx'

const drawn = vi.hoisted(() => ({ rows: 0 }))
vi.mock('../features/users/user-actions.tsx', () => ({
  UserActions: () => {
    drawn.rows++
    return null
  },
}))

test('typing in the filter renders each row once, not again for the field and the URL', async () => {
  localStorage.setItem('token', makeToken())
  const users = team('admin')
  fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf('admin') },
      'GET /api/users': { status: 200, body: users },
    },
    { othersWait: true },
  )
  renderApp('/admin/users')
  await screen.findByRole('table', { name: 'Users' })
  drawn.rows = 0
  // This text is in every e-mail address.
  fireEvent.change(screen.getByLabelText('Filter users'), { target: { value: '@' } })
  await waitFor(() => expect(window.location.search).toBe('?search=%40'))
  expect(drawn.rows).toBe(users.length)
})
