import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { SourceKind } from '#shared/contract/activity.ts'

export const generateSecret = () => randomBytes(32).toString('base64url')
export const generateHookKey = () => randomBytes(18).toString('base64url')

type Signed = { headers: IncomingHttpHeaders; body: Buffer }

/**
 * Whether a Git server that knows the secret sent this body. GitHub and Gitea sign the bytes of the body; GitLab sends the
 * secret itself.
 */
export function isSignedBy(
  { kind, secret }: { kind: SourceKind; secret: string },
  { headers, body }: Signed,
): boolean {
  const header = (name: string) => String(headers[name] ?? '')
  if (kind === 'gitlab') return isEqual(header('x-gitlab-token'), secret)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const isOfGitHub = isEqual(header('x-hub-signature-256').toLowerCase(), `sha256=${signature}`)
  return isOfGitHub || (kind === 'gitea' && isEqual(header('x-gitea-signature').toLowerCase(), signature))
}

/** Compares hashes, because the comparison in constant time needs texts of the same length. */
const isEqual = (sent: string, right: string) => timingSafeEqual(sha256(sent), sha256(right))

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest()

/** Stored instead of the text: short, whatever its length. */
export const hashOf = (value: string | Buffer) => sha256(value).toString('base64url')

/**
 * What a repeated delivery has in common with the first one: its id, and its content, because the id is not signed. GitLab
 * sends the same key with each try.
 */
export function deliveryKeys({ headers, body }: Signed): string[] {
  const ids = ['x-github-delivery', 'x-gitea-delivery', 'idempotency-key'].flatMap(
    name => headers[name] ?? [],
  )
  return [hashOf(body), ...ids.slice(0, 1).map(id => hashOf(`id ${id}`))]
}
