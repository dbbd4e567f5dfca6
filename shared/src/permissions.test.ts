import { describe, expect, test } from 'vitest'
import { can, type Permission, permissions } from './permissions.ts'
import { type Role, roles, staff } from './roles.ts'

const person = (role: Role, id = 1) => ({ id, role, sees_only_teams: false })
const limited = { ...person('manager'), sees_only_teams: true }
const who = (isAllowed: (role: Role) => boolean) => roles.filter(isAllowed)

/** A second copy of the table, so that an accidental change fails this test. `own` is the owner of the thing. */
const written: Record<Permission, string> = {
  'admin.open': 'manager admin',
  'user.register': 'manager admin',
  'user.invite': 'manager admin',
  'user.list': 'manager admin',
  'user.update': 'manager admin',
  'user.changeAccess': 'manager admin',
  'user.resetPassword': 'manager admin',
  'user.endTokens': 'manager admin',
  'user.removeFactors': 'manager admin',
  'user.confirmActivity': 'manager admin',
  'user.delete': 'manager admin',
  'user.listDeleted': 'admin',
  'user.erase': 'admin',
  'project.manage': 'manager admin',
  'project.listOfUser': 'manager admin own',
  'resource.delete': 'manager admin',
  'resource.remove': 'admin',
  'resource.restore': 'admin',
  'task.read': 'manager admin own',
  'task.readAll': 'manager admin',
  'task.manage': 'manager admin',
  'task.seeEstimate': 'manager admin',
  'task.updateStatus': 'manager admin own',
  'report.readAll': 'manager admin',
  'report.read': 'manager admin own',
  'report.edit': 'own',
  'report.comment': 'manager admin own',
  'report.review': 'manager admin',
  'blocker.readAll': 'manager admin',
  'blocker.assign': 'manager admin',
  'blocker.resolve': 'manager admin own',
  'team.read': 'manager admin',
  'team.nudge': 'manager admin',
  'teams.readAll': 'manager admin',
  'teams.read': 'manager admin own',
  'teams.create': 'manager admin',
  'teams.edit': 'manager admin',
  'settings.manage': 'admin',
  'webhooks.manage': 'admin',
  'record.read': 'admin',
  'absence.readAll': 'manager admin',
  'absence.manage': 'manager admin own',
  'calendar.readTeam': 'manager admin',
}

test.each(Object.entries(written))('%s is for %s', (permission, allowed) => {
  const rule: { roles?: readonly Role[]; orWhen?: unknown } = permissions[permission as Permission]
  const opened = roles.filter(role => rule.roles?.includes(role))
  expect([...opened, ...(rule.orWhen ? ['own'] : [])].join(' ')).toBe(allowed)
})

test('the admin screens are for admins and managers', () => {
  expect(who(role => can(person(role), 'admin.open'))).toEqual(['manager', 'admin'])
})

describe('registering', () => {
  test.each(roles)('managers and admins may create a %s, and only admins may create admins', role => {
    const makers = who(maker => can(person(maker), 'user.register', { role }))
    expect(makers).toEqual(role === 'admin' ? ['admin'] : ['manager', 'admin'])
  })
})

describe('what opens an account', () => {
  const opening = ['user.resetPassword', 'user.endTokens', 'user.changeAccess'] as const

  test.each(opening)('%s: managers for all but admins, limited ones for staff and themselves', permission => {
    const may = (actor: typeof limited) => who(role => can(actor, permission, { id: 2, role }))
    expect(may(person('admin'))).toEqual(roles)
    expect(may(person('manager'))).toEqual([...staff, 'manager'])
    expect(may(limited)).toEqual(staff)
    expect(can(limited, permission, limited)).toBe(true)
  })

  test.each(['user.register', 'user.invite'] as const)('%s: limited managers for staff', permission => {
    expect(who(role => can(limited, permission, { role }))).toEqual(staff)
  })

  test('a second step of others: admins of all, managers of staff, limited or not', () => {
    const may = (actor: typeof limited) => who(role => can(actor, 'user.removeFactors', { id: 2, role }))
    expect(may(person('admin'))).toEqual(roles)
    for (const manager of [person('manager'), limited]) {
      expect(may(manager)).toEqual(staff)
      expect(can(manager, 'user.removeFactors', manager)).toBe(false)
    }
  })

  test('changing, deleting and reading people does not depend on it', () => {
    for (const permission of ['user.update', 'user.delete'] as const)
      expect(who(role => can(limited, permission, { id: 2, role }))).toEqual([...staff, 'manager'])
  })
})

describe('reports', () => {
  const own = { user_id: 1 }
  const foreign = { user_id: 2 }

  test('every user reads and edits their own reports', () => {
    expect(who(role => can(person(role), 'report.read', own))).toEqual(roles)
    expect(who(role => can(person(role), 'report.edit', own))).toEqual(roles)
    expect(who(role => can(person(role), 'report.comment', own))).toEqual(roles)
  })

  test('reviewers read and comment on all reports, and edit only their own', () => {
    expect(who(role => can(person(role), 'report.read', foreign))).toEqual(['manager', 'admin'])
    expect(who(role => can(person(role), 'report.comment', foreign))).toEqual(['manager', 'admin'])
    expect(who(role => can(person(role), 'report.edit', foreign))).toEqual([])
    expect(who(role => can(person(role), 'report.readAll'))).toEqual(['manager', 'admin'])
  })

  test('reviewers review the reports of others', () => {
    expect(who(role => can(person(role), 'report.review', foreign))).toEqual(['manager', 'admin'])
    expect(who(role => can(person(role), 'report.review', own))).toEqual([])
  })
})

test('time off is managed by reviewers and by its user', () => {
  expect(who(role => can(person(role), 'absence.manage', { user_id: 2 }))).toEqual(['manager', 'admin'])
  expect(who(role => can(person(role), 'absence.manage', { user_id: 1 }))).toEqual(roles)
})

test('the projects of a user are for reviewers and that user', () => {
  expect(who(role => can(person(role), 'project.listOfUser', { id: 2 }))).toEqual(['manager', 'admin'])
  expect(who(role => can(person(role), 'project.listOfUser', { id: 1 }))).toEqual(roles)
})
