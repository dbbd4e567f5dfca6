import { createHash, randomBytes } from 'node:crypto'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Db, Trx } from '../db/schema.ts'

// A browser that has signed in to an account keeps a random id in a cookie. The id grants no access. It only gives the
// browser its own count of failed sign-ins, so that other clients at the same IP address can't lock it out
// (docs/decisions/0007).

const cookieName = 'known_device'
const lifeSeconds = limits.knownDeviceDays * 86_400

/** Reads the id from a Cookie header. Returns undefined if it doesn't have the form of an id that this server issues. */
export function readDevice(cookies: string | undefined): Device | undefined {
  const [, id] = /(?:^|;\s*)known_device=([\w-]{24})(?:;|$)/.exec(cookies ?? '') ?? []
  return id === undefined ? undefined : toDevice(id)
}

/** The browser sends the cookie only to calls under /api/auth and hides it from scripts. */
export function deviceCookie({ id }: Device, isHttps: boolean): string {
  return `${cookieName}=${id}; Path=/api/auth; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
}

export type Device = { id: string; hash: string }

const toDevice = (id: string): Device => ({
  id,
  hash: createHash('sha256').update(id).digest('base64url'),
})

/** Runs the same query for e-mails without an account, so that response times don't reveal which e-mails have one. */
export async function isKnownDevice(db: Db, device: Device, email: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.id')
    .where('known_devices.device_hash', '=', device.hash)
    .where('known_devices.used_at', '>', toInstant(now.getTime() - lifeSeconds * 1000))
    .where('users.email', '=', email)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores that this browser has signed in to this account, and returns the id for its cookie. An id that this server did
 * not issue is replaced: an attacker could have planted it. Only the most recently used browsers are stored.
 */
export async function saveDevice(
  trx: Trx,
  userId: number,
  sent: Device | undefined,
  now: Date,
): Promise<Device> {
  const isOurs = sent !== undefined && (await isIssued(trx, sent))
  const device = isOurs ? sent : toDevice(randomBytes(18).toString('base64url'))
  const used_at = now.toISOString()
  await trx
    .insertInto('known_devices')
    .values({ device_hash: device.hash, user_id: userId, used_at })
    .onConflict(conflict => conflict.columns(['device_hash', 'user_id']).doUpdateSet({ used_at }))
    .execute()
  await trx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', query =>
      query
        .selectFrom('known_devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('used_at', 'desc')
        // Among browsers with the same time, this one comes first.
        .orderBy(({ eb }) => eb.case().when('device_hash', '=', device.hash).then(0).else(1).end())
        .limit(limits.knownDevicesPerAccount),
    )
    .execute()
  return device
}

export async function deleteDevicesOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

async function isIssued(trx: Trx, device: Device): Promise<boolean> {
  const row = await trx
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', device.hash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
