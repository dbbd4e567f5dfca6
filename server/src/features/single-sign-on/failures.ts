import type { Context, Log } from '../../context.ts'
import { Refusal, refuse } from '../../http/refusals.ts'
import { ProviderUnavailable, SignOnRefused } from '../../identity/identity-provider.ts'

/** One sentence for the user; the reason is in the log only. */
export function refusalOf({ config }: Pick<Context, 'config'>, log: Log, error: unknown): Refusal {
  const name = config.oidc?.name ?? ''
  if (error instanceof Refusal) {
    log.info({ code: error.code }, 'single sign-on refused')
    return error
  }
  if (error instanceof ProviderUnavailable) {
    log.warn({ reason: error.message }, 'single sign-on: the provider is unavailable')
    return refuse('sso_unavailable', name)
  }
  if (error instanceof SignOnRefused) {
    log.warn({ reason: error.message }, 'single sign-on failed')
    return error.isCancelled ? refuse('sso_cancelled', name) : refuse('sso_failed', name)
  }
  throw error
}
