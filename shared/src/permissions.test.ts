import { describe, expect, test } from 'vitest'
import { can } from './permissions.ts'
import { type Role, roles } from './roles.ts'

const person = (role: Role, id = 1) => ({ id, role })
const who = (isAllowed: (role: Role) => boolean) => roles.filter(isAllowed)

test('the admin screens are for admins and managers', () => {
  expect(who(role => can(person(role), 'admin.open'))).toEqual(['manager', 'admin'])
})

describe('registering', () => {
  test.each(roles)('a manager or admin may make a %s, an admin only admins', role => {
    const makers = who(maker => can(person(maker), 'user.register', { role }))
    expect(makers).toEqual(role === 'admin' ? ['admin'] : ['manager', 'admin'])
  })
})

describe('reports', () => {
  const own = { user_id: 1 }
  const foreign = { user_id: 2 }

  test('everybody reads and edits their own', () => {
    expect(who(role => can(person(role), 'report.read', own))).toEqual(roles)
    expect(who(role => can(person(role), 'report.edit', own))).toEqual(roles)
    expect(who(role => can(person(role), 'report.comment', own))).toEqual(roles)
  })

  test('reviewers read and comment on all, and edit nobody else’s', () => {
    expect(who(role => can(person(role), 'report.read', foreign))).toEqual(['manager', 'admin'])
    expect(who(role => can(person(role), 'report.comment', foreign))).toEqual(['manager', 'admin'])
    expect(who(role => can(person(role), 'report.edit', foreign))).toEqual([])
    expect(who(role => can(person(role), 'report.readAll'))).toEqual(['manager', 'admin'])
  })
})

test('the projects of a person are for reviewers and that person', () => {
  expect(who(role => can(person(role), 'project.listOfUser', { id: 2 }))).toEqual(['manager', 'admin'])
  expect(who(role => can(person(role), 'project.listOfUser', { id: 1 }))).toEqual(roles)
})
