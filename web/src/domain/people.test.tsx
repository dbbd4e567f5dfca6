import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar, initials, RoleBadge } from './people.tsx'

test.each([
  ['Dina Dell', 'DD'],
  ['  mark  aurelius  von langen ', 'ML'],
  ['Cher', 'C'],
  ['Łukasz Żak', 'ŁŻ'],
  ['😀 Smile', '😀S'],
  ['', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test('the colour depends on the id, so a new name does not change it', () => {
  const classOf = (id: number, name: string) =>
    render(<Avatar id={id} name={name} />).container.firstElementChild?.className
  expect(classOf(3, 'Dina Dell')).toBe(classOf(3, 'Dina Other'))
  expect(classOf(3, 'Dina Dell')).not.toBe(classOf(4, 'Dina Dell'))
})

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
