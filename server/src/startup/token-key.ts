import { randomBytes, scrypt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { type Config, ConfigError } from '../config.ts'
import { sqliteFile } from '../db/connect.ts'
import { acquireLock } from '../db/engine.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { InstanceLock } from '../db/instance-lock.ts'
import { isSqliteInUse } from '../db/replace.ts'
import type { Db } from '../db/schema.ts'
import { createFactorKey } from '../identity/factor-key.ts'
import { countUnreadableApps } from '../identity/second-step.ts'
import { countSignIns } from '../identity/sign-ins.queries.ts'
import { readTokenSecret } from '../identity/tokens.ts'
import { withDatabase } from './with-database.ts'

// Instances with different keys would refuse each other's tokens. So the database has a fingerprint of the key, and on
// PostgreSQL each running server holds a lock that names its key.

const valueName = 'token_key'
const slowHash = promisify<string, string, number, { N: number }, Buffer>(scrypt)

type KeyState = { salt: string; own: string; known: string }

/** Refuses to start with another key than a running instance. Otherwise a changed key is stored, and what it ends is printed. */
export async function settleTokenKey(
  config: Config,
  instanceLock: InstanceLock,
  print: (line: string) => void,
): Promise<void> {
  if (!config.databaseUrl) await requireNoOtherUser(config)
  await withDatabase(config, async db => {
    const { own, known } = await groupCommit(db, async trx => {
      // Of instances that start together with different keys, one starts.
      await acquireLock(trx, 'token-key')
      const state = await readState(trx, config)
      if (!(await instanceLock.nameKey(Buffer.from(state.own, 'base64url').readInt32BE())))
        throw differs(config)
      const value = `${state.salt}.${state.own}`
      if (state.known !== state.own)
        await trx.updateTable('shared_values').set({ value }).where('name', '=', valueName).execute()
      return state
    })
    if (known === '' || known === own) return
    const signIns = await countSignIns(db, systemClock.now().toISOString())
    print(messages.signIn.tokenKeyChanged(signIns, await countUnreadableApps(db, createFactorKey(config))))
  })
}

/**
 * On SQLite the file locks show other processes, but not their keys: one that uses the database while its key is another is
 * taken for a server. A command holds the file only for a while, so the check is repeated.
 */
async function requireNoOtherUser(config: Config): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { own, known } = await withDatabase(config, db => readState(db, config))
    if (known === '' || known === own || !isSqliteInUse(sqliteFile(config))) return
    if (attempt === 10) throw differs(config)
    await sleep(200 + Math.random() * 200)
  }
}

const differs = ({ jwtSecret }: Config) =>
  new ConfigError([messages.signIn.tokenKeyDiffers(jwtSecret !== undefined)])

async function readState(db: Db, config: Config): Promise<KeyState> {
  const secret = await readTokenSecret(db, config)
  await db
    .insertInto('shared_values')
    .values({ name: valueName, value: `${randomBytes(16).toString('base64url')}.` })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', valueName)
    .executeTakeFirstOrThrow()
  const [salt = '', known = ''] = value.split('.')
  // Slow, because a person may have chosen the key: a copy of the database must not help to guess it.
  return { salt, known, own: (await slowHash(secret, salt, 32, { N: 2 ** 14 })).toString('base64url') }
}
