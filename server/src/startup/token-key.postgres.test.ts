import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../../test/backup-drill.ts'
import { hashCheaply } from '../../test/make.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { type Config, readConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { holdInstanceLock } from '../db/instance-lock.ts'
import { insertUser } from '../identity/accounts.queries.ts'
import { createFactorKey } from '../identity/factor-key.ts'
import { insertSignIn } from '../identity/sign-ins.queries.ts'
import { startServer } from '../server.ts'
import { prepareDatabase } from './open-context.ts'
import { settleTokenKey } from './token-key.ts'

const keys = ['one', 'another', 'third', 'fourth'].map(name => `${name}-key-of-32-bytes-or-more-0123456789`)
const [one = '', another = ''] = keys

async function makePlace(kind: string) {
  const database = await createTestDatabase(kind)
  onTestFinished(() => database.remove())
  const dataDir = kind === 'sqlite' ? database.address?.dataDir : join(scratchFolder(), 'data')
  return (JWT_SECRET: string) =>
    readConfig({
      DATABASE_URL: database.address?.databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      JWT_SECRET,
    })
}

/** Takes the steps of a start, up to the open database. */
async function start(config: Config) {
  const printed: string[] = []
  await prepareDatabase(config, () => {})
  const lock = await holdInstanceLock(config)
  await settleTokenKey(config, lock, line => printed.push(line)).catch(async error => {
    await lock.release()
    throw error
  })
  const db = connect(config)
  await db.selectFrom('users').select('id').execute()
  let isStopped = false
  async function stop() {
    if (isStopped) return
    isStopped = true
    await lock.release()
    await db.destroy()
  }
  onTestFinished(stop)
  return { db, printed, stop }
}

describe.each(['sqlite', 'postgres'])('on %s', kind => {
  test('a start with another key than a running instance is refused', async () => {
    const config = await makePlace(kind)
    const first = await start(config(one))
    expect((await start(config(one))).printed).toEqual([])
    await expect(start(config(another))).rejects.toThrow(
      'JWT_SECRET: is not that of an instance that is running on this database',
    )
    await expect(startServer(config(''))).rejects.toThrow(
      'JWT_SECRET: is missing, but an instance that is running on this database has another key',
    )
    // The refused starts have changed nothing for the instances that run.
    expect((await start(config(one))).printed).toEqual([])
    expect(first.printed).toEqual([])
  })

  test('when no instance runs, a start with another key prints what ends', async () => {
    const config = await makePlace(kind)
    const first = await start(config(one))
    const at = new Date().toISOString()
    const { id } = await insertUser(first.db, {
      name: 'Ada',
      email: 'ada@example.com',
      role: 'admin',
      password_hash: await hashCheaply('secret-1'),
      created_at: at,
    })
    const day = 86_400_000
    for (const [name, lasts] of Object.entries({ ended: -day, lasting: day, 'lasting too': day }))
      await insertSignIn(first.db, {
        id: name,
        user_id: id,
        created_at: at,
        expires_at: new Date(Date.now() + lasts).toISOString(),
        address: null,
        device: null,
        second_step: null,
      })
    const secret = createFactorKey(config(one)).encrypt('SECRET', id)
    await first.db.insertInto('authenticator_apps').values({ user_id: id, secret, created_at: at }).execute()
    await first.stop()

    const changed = await start(config(another))
    expect(changed.printed).toEqual([
      'The key of the tokens (JWT_SECRET) has changed since the last start. 2 sign-ins end: their users have to log in ' +
        'again. 1 authenticator app has to be set up again. Until then, its user needs a recovery code or a passkey.',
    ])
    await changed.stop()
    const again = await start(config(another))
    expect(again.printed).toEqual([])
    await again.stop()
    // Without JWT_SECRET the key is generated and stored in the database.
    expect((await start(config(''))).printed).toHaveLength(1)
  })

  test('the fingerprint of a key is different in each database', async () => {
    const fingerprints = new Set<string | undefined>()
    for (let nth = 0; nth < 2; nth++) {
      const { db } = await start((await makePlace(kind))(one))
      const values = await db.selectFrom('shared_values').selectAll().execute()
      fingerprints.add(values.find(({ name }) => name === 'token_key')?.value.split('.')[1])
    }
    expect(fingerprints.size).toBe(2)
    for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^[\w-]{43}$/)
  })
})

test('of instances that start together with different keys, one starts', async () => {
  const config = await makePlace('postgres')
  const starts = await Promise.allSettled(keys.map(key => start(config(key))))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('instances that start together with a new key all start', async () => {
  const config = await makePlace('postgres')
  await (await start(config(one))).stop()
  const starts = await Promise.all([1, 2, 3].map(() => start(config(another))))
  expect(starts.flatMap(({ printed }) => printed)).toHaveLength(1)
})
