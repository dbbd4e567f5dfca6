import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RoleBadge } from './role-badge.tsx'

test.each([
  ['admin', 'Admin', 'danger'],
  ['manager', 'Manager', 'info'],
  ['developer', 'Developer', 'primary'],
  ['designer', 'Designer', 'success'],
  ['marketing', 'Marketing', 'warning'],
] as const)('%s is a badge "%s" in %s', (role, label, colour) => {
  render(<RoleBadge role={role} />)
  expect(screen.getByText(label)).toHaveClass(`text-bg-${colour}`)
})
