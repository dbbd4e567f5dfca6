import { roles } from '#shared/roles.ts'
import { indexPerson } from '../../../test/index-person.ts'
import { type Cases, found, reviewers } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { users: 'person', user: 'person', deleted: 'formerPerson', role: 'role' },
  makers: ({ clock, db, newPerson }) => ({
    person: async owner => owner.id,
    formerPerson: async () => {
      const { id } = await newPerson()
      const deleted_at = clock.now().toISOString()
      await db.updateTable('users').set({ deleted_at }).where('id', '=', id).execute()
      await indexPerson(db, id)
      return id
    },
  }),
  fixed: {
    role: caller => ({
      own: caller.role,
      others: roles.find(role => role !== caller.role) ?? 'admin',
      missing: 'owner',
    }),
  },
  rows: {
    'POST /api/users/import': reviewers(200),
    'PUT /api/users/:id': {
      ...reviewers(found),
      body: ({ unique, callerRole, isOwn }) => ({
        name: 'Renamed Person',
        email: `renamed-${unique}@example.com`,
        role: isOwn ? callerRole : 'designer',
      }),
    },
    'PUT /api/users/:id/password': reviewers(found),
    'DELETE /api/users/:id/tokens': reviewers(found),
    'DELETE /api/users/:id/sign-ins': reviewers(found),
    // Not their own: that takes the password, on the account page.
    'DELETE /api/users/:id/factors': reviewers([403, 200, 404]),
    'DELETE /api/users/:id': reviewers([403, 200, 404]),
  },
  // Deletes an admin who isn't the last one.
  walk: async ({ as, cast }, visit) => {
    const account = { name: 'Ann Admin', email: 'ann@example.com', role: 'admin', invite: true }
    const { user } = (await as(cast.ada).post('/api/auth/register', account)).body
    await visit('DELETE /api/users/:id', () => as(cast.ada).delete(`/api/users/${user.id}`))
  },
}
