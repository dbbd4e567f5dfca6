import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, which every app understands.

const stepSeconds = 30
const digits = 6
const secretBytes = 20
/** The code before and the one after are accepted as well, because clocks differ and typing takes time. */
const stepsAround = 1
const issuer = 'Daily Report App'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret is 160 bits in base32: 32 letters and digits, without padding. */
export function generateSecret(): string {
  // Each byte has the five bits of one letter.
  return Array.from(randomBytes((secretBytes * 8) / 5), byte => letters[byte & 31]).join('')
}

function decodeSecret(secret: string): Buffer {
  const bits = [...secret].map(letter => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** What the QR code holds. */
export function secretUri(secret: string, email: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
  return `otpauth://totp/${label}?${query}`
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / stepSeconds)

export function codeOfStep(secret: string, step: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', decodeSecret(secret)).update(message).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/**
 * Returns the time step of a right code, or undefined. A code of the step that was used last, or of one before it, was
 * seen before. A last step that is still to come was stored while the clock was wrong, and must not lock the user out.
 */
export function findStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): number | undefined {
  const current = stepAt(now)
  const last = lastStep !== null && lastStep <= current + stepsAround ? lastStep : -1
  let found: number | undefined
  // All steps are compared, so that the time of the answer doesn't depend on the code.
  for (let step = current - stepsAround; step <= current + stepsAround; step++) {
    if (isSame(codeOfStep(secret, step), code) && step > last) found = step
  }
  return found
}

const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
