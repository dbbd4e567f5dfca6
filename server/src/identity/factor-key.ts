import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

// The keys of authenticator apps are encrypted, so that a copy of the database or a backup is not enough to make their
// codes. The encryption key comes from JWT_SECRET or from a file in DATA_DIR, and is never in the database.

export const factorKeyFile = 'second-step.key'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'
const purpose = 'keys of authenticator apps'

export type FactorKey = ReturnType<typeof createFactorKey>

/** The key is read when it is first needed, so that a server without authenticator apps has no file. */
export function createFactorKey({ jwtSecret, dataDir }: Pick<Config, 'jwtSecret' | 'dataDir'>) {
  const file = join(dataDir, factorKeyFile)
  const derived = jwtSecret ? Buffer.from(hkdfSync('sha256', jwtSecret, '', purpose, keyBytes)) : undefined
  let fromFile: Buffer | undefined
  const getKey = () => {
    if (derived) return derived
    fromFile ??= readOrCreate(file)
    return fromFile
  }
  /** The file is tried too, so that setting JWT_SECRET later leaves authenticator apps as they are. */
  const getKeys = () => {
    fromFile ??= read(file)
    return [derived, fromFile].flatMap(key => key ?? [])
  }
  const decryptWith = (key: Buffer, bytes: Buffer, userId: number): string | undefined => {
    try {
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(String(userId)))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }
  return {
    /** Bound to the user, so that a row can't be copied to another account. */
    encrypt(text: string, userId: number): string {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, getKey(), nonce).setAAD(Buffer.from(String(userId)))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },

    /** Undefined if it was encrypted with another key. */
    decrypt(stored: string, userId: number): string | undefined {
      const bytes = Buffer.from(stored, 'base64url')
      return getKeys()
        .map(key => decryptWith(key, bytes, userId))
        .find(text => text !== undefined)
    },
  }
}

/** Of processes that start together, one creates the file. It is linked into place, so no process reads half of a key. */
function readOrCreate(file: string): Buffer {
  const existing = read(file)
  if (existing) return existing
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, randomBytes(keyBytes).toString('base64'), {
    mode: 0o600,
    flush: true,
    flag: 'wx',
  })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return read(file) as Buffer
}

function read(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`${file} is not a key of ${keyBytes} bytes in base64.`)
  return key
}
