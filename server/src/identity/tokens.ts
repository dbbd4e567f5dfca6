import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { TokenPayload } from '#shared/contract/sign-in.ts'
import type { Clock } from '#shared/dates.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'

type Claims = { signInId: string; exp: number }

const cachedTokensMax = 10_000

export type Tokens = ReturnType<typeof createTokens>

/** Signs and reads sign-in tokens. They don't say whether the sign-in has ended: that is in the database. */
export function createTokens(secret: string, clock: Clock) {
  const sign = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true })
  // The algorithm is fixed and never taken from the token. The expiry is compared with `clock` below.
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true, cache: false })
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)
  // A valid signature stays valid, so later requests with the same token skip the verification.
  const signed = new Map<string, Claims>()

  function readClaims(token: string): Claims | undefined {
    const known = signed.get(token)
    if (known) return known
    if (!isCanonical(token)) return undefined
    try {
      const { sid, exp }: Partial<TokenPayload> = verify(token)
      // `exp` must be an integer, because Infinity would never expire.
      if (typeof sid !== 'string' || !Number.isSafeInteger(exp)) return undefined
      const claims = { signInId: hashSignInId(sid), exp: Number(exp) }
      // Clearing the full cache bounds its memory.
      if (signed.size >= cachedTokensMax) signed.clear()
      signed.set(token, claims)
      return claims
    } catch {
      return undefined
    }
  }

  return {
    issue(userId: number, sid: string, ttlSeconds: number): string {
      const exp = nowSeconds() + ttlSeconds
      return sign({ sub: String(userId), sid, exp } satisfies TokenPayload)
    },

    /** Derives 256 bits from the key. The input contains a space, which the input of a token's signature never does, so it can't forge one. */
    derive: (what: string) =>
      createHmac('sha256', secret).update(`one-time code ${what}`).digest('base64url'),

    /** Returns the stored id of the token's sign-in, or undefined if this server didn't sign the token or it has expired. */
    read(token: string): string | undefined {
      const claims = readClaims(token)
      return claims && claims.exp > nowSeconds() ? claims.signInId : undefined
    },
  }
}

/** The database stores only the hash, so the key and a copy of the database aren't enough to forge a token. */
export const hashSignInId = (sid: string) => createHash('sha256').update(sid).digest('base64url')

/** Decoders ignore some bits of the last character of a signature, so only the canonical encoding is accepted. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** Returns JWT_SECRET, or a secret that is generated once and stored in the database for all instances. */
export async function readTokenSecret(db: Db, config: Pick<Config, 'jwtSecret'>): Promise<string> {
  if (config.jwtSecret !== undefined) return config.jwtSecret
  const name = 'jwt_secret'
  await db
    .insertInto('shared_values')
    .values({ name, value: randomBytes(48).toString('base64url') })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
