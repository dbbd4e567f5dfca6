import type { TestApp } from './start-test-app.ts'

/** Invites a new user: no password yet, and the code of the link to choose one. */
export async function invite({ as, cast, db, newToken }: TestApp): Promise<{ id: number; code: string }> {
  const accounts = await db.selectFrom('users').select('id').execute()
  const email = `invited-${accounts.length}@example.com`
  const payload = { name: 'Nadia New', email, role: 'designer', invite: true }
  // Some of the tested calls end the sign-in, so this uses a new one.
  const reply = await as({ token: await newToken(cast.ada) }).post('/api/auth/register', payload)
  const { user, invitation } = reply.body
  return { id: user.id, code: new URL(invitation.link).searchParams.get('code') ?? '' }
}
