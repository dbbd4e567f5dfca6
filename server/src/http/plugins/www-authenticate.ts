import type { FastifyContextConfig } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the header `WWW-Authenticate` of a 401 names the reason. Assistants look for a new token only if it does. */
    challengeError?: 'invalid_token'
  }
}

type Route = { url?: string | undefined; config?: FastifyContextConfig | undefined }

/** The header `WWW-Authenticate` of a 401. The calls that sign in have none, because they take no token. */
export function challengeOf({ url = '', config = {} }: Route): string | undefined {
  if (config.access === 'public' && url.startsWith('/api/auth/')) return undefined
  return config.challengeError ? `Bearer error="${config.challengeError}"` : 'Bearer'
}
