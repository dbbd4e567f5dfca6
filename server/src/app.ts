import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyServerOptions,
  LogController,
  type RouteOptions,
} from 'fastify'
import { limits } from '#shared/limits.ts'
import { workerSwitch } from '#shared/service-worker.ts'
import type { Context } from './context.ts'
import { features } from './features/features.ts'
import { api } from './http/api.ts'
import type { DeclaredCall } from './http/declaration.ts'
import clientAddressPlugin, { trustOf } from './http/plugins/client-address.ts'
import errorsPlugin, { answerBrokenRequest, answerFrameworkError } from './http/plugins/errors.ts'
import httpRulesPlugin from './http/plugins/http-rules.ts'
import metricsPlugin from './http/plugins/metrics.ts'
import overloadPlugin, { type OverloadOptions } from './http/plugins/overload.ts'
import pipeliningPlugin from './http/plugins/pipelining.ts'
import requestLogPlugin from './http/plugins/request-log.ts'
import securityHeadersPlugin from './http/plugins/security-headers.ts'
import shutdownPlugin from './http/plugins/shutdown.ts'
import webAppPlugin from './http/plugins/web-app.ts'
import { serverRoutes } from './http/server.routes.ts'
import { authenticate, findSignedInUser } from './identity/sign-ins.ts'

type Options = {
  /** The folder of the built web app; without it only the API is served. */
  webRoot?: string
  logger?: FastifyServerOptions['logger']
  /** An existing log, instead of one made from `logger`. */
  log?: FastifyBaseLogger
  overload?: OverloadOptions
  /** How long a JSON body may take to arrive. */
  slowestBodyMs?: number
  /** Whether the file store is known to be that of another database. */
  isFileStoreRefused?: () => boolean
  /** Called with every route that is added. */
  onRoute?: (route: RouteOptions) => void
}

const seconds = 1000

/** Builds the whole server without listening, for main.ts and for tests. */
export async function buildApp(
  ctx: Context,
  {
    webRoot,
    logger = false,
    log,
    overload = {},
    slowestBodyMs = 20 * seconds,
    isFileStoreRefused,
    onRoute,
  }: Options = {},
) {
  const { trustedProxies } = ctx.config
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger }),
    // plugins/request-log.ts writes one line instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    // The id never comes from the client, because two requests must not share one.
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustOf(trustedProxies) : false,
    bodyLimit: limits.jsonBodyBytes,
    // Without a reverse proxy in front, only these timeouts close a connection that sends a byte a minute.
    requestTimeout: 300 * seconds,
    connectionTimeout: 120 * seconds,
    keepAliveTimeout: 72 * seconds,
    http: {
      headersTimeout: 15 * seconds,
      connectionsCheckingInterval: 5 * seconds,
      requireHostHeader: false,
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // An id of any length that fits into a URL gets the usual 404 instead of the router's own answer.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerBrokenRequest,
  })

  if (onRoute) app.addHook('onRoute', onRoute)
  await app.register(pipeliningPlugin)
  await app.register(errorsPlugin)
  await app.register(securityHeadersPlugin)
  await app.register(clientAddressPlugin, { trustedProxies })
  await app.register(requestLogPlugin)
  await app.register(httpRulesPlugin)
  await app.register(overloadPlugin, overload)
  await app.register(metricsPlugin, { ctx })
  await app.register(shutdownPlugin, { trustedProxies })
  const { mail, oidc, editWindowDays, hasServiceWorker } = ctx.config
  await app.register(webAppPlugin, {
    root: webRoot,
    hasServiceWorker,
    marks: {
      'data-mail': mail !== undefined,
      'data-oidc': oidc?.name,
      'data-oidc-only': oidc?.isOnly === true,
      'data-edit-days': editWindowDays === limits.editWindowDays ? undefined : editWindowDays,
      'data-service-worker': hasServiceWorker ? undefined : workerSwitch.off,
    },
  })

  const calls: DeclaredCall[] = []
  await app.register(api, {
    prefix: '/api',
    ctx,
    features,
    calls,
    authentication: {
      byToken: (token, address) => authenticate(ctx, token, address),
      again: actor => findSignedInUser(ctx.db, actor),
    },
    slowestBodyMs,
  })
  await app.register(serverRoutes, { ctx, calls, isFileStoreRefused })
  return app
}
