import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { TokenPayload } from '#shared/contract/sign-in.ts'
import type { Clock } from '#shared/dates.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'

type Claims = { signInId: string; exp: number }

const rememberedTokens = 10_000

export type Tokens = ReturnType<typeof createTokens>

/** Signs and reads sign-in tokens. Whether a sign-in has ended is decided by its row in the database. */
export function createTokens(secret: string, clock: Clock) {
  const sign = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true })
  // One algorithm, named here and never taken from the token. Expiry is compared with our own clock below.
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true, cache: false })
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)
  // A signature that was valid once stays valid: the next request with the same token need not verify it again.
  const signed = new Map<string, Claims>()

  function claimsOf(token: string): Claims | undefined {
    const known = signed.get(token)
    if (known) return known
    if (!isSpelledOnce(token)) return undefined
    try {
      const { sid, exp }: Partial<TokenPayload> = verify(token)
      // A whole number: Infinity would never expire.
      if (typeof sid !== 'string' || !Number.isSafeInteger(exp)) return undefined
      const claims = { signInId: storedIdOf(sid), exp: Number(exp) }
      // Cleared when full, instead of growing without limit.
      if (signed.size >= rememberedTokens) signed.clear()
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

    /** 256 bits that only the holder of the key can make. What a token signs has no space in it, so this is never one. */
    derive: (what: string) =>
      createHmac('sha256', secret).update(`one-time code ${what}`).digest('base64url'),

    /** The stored id of the sign-in a token names, or undefined for anything that we did not sign or that has expired. */
    read(token: string): string | undefined {
      const claims = claimsOf(token)
      return claims && claims.exp > nowSeconds() ? claims.signInId : undefined
    },
  }
}

/** Only the token carries the id itself: with the key and a copy of the database, no open sign-in can be forged. */
export const storedIdOf = (sid: string) => createHash('sha256').update(sid).digest('base64url')

/** Decoders ignore some bits of a signature's last letter, so only the spelling that the server issued is accepted. */
function isSpelledOnce(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** JWT_SECRET, or a secret that is generated once and stored in the database for all instances. */
export async function tokenSecret(db: Db, config: Pick<Config, 'jwtSecret'>): Promise<string> {
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
