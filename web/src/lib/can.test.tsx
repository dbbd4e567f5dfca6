import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { roles } from '#shared/roles.ts'
import { personOf } from '../../test/fake-api.ts'
import { ActorContext, Can } from './can.tsx'

test.each([...roles.map(role => personOf(role)), null])(
  'Can shows its content only with permission',
  actor => {
    render(
      <ActorContext value={actor}>
        <Can do="admin.open">secret</Can>
      </ActorContext>,
    )
    const mayOpen = actor?.role === 'admin' || actor?.role === 'manager'
    expect(screen.queryByText('secret') !== null).toBe(mayOpen)
  },
)
