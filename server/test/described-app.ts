import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { OpenApi, Operation, Response } from '../src/http/openapi/describe.ts'
import { clientId, clientSecret, startIssuer } from './issuer.ts'
import { liveRoutes } from './live-routes.ts'
import { requestsTo } from './security/requests.ts'
import { type Reply, startTestApp } from './start-test-app.ts'

export const metricsToken = 'a-token-for-prometheus'
const aboutItself = ['/api/openapi.json']

/** An app, its routes and its API description. */
export async function startDescribedApp() {
  const issuer = await startIssuer(() => 0)
  const testApp = await startTestApp({
    settings: {
      EDIT_WINDOW_DAYS: '366',
      METRICS_TOKEN: metricsToken,
      // Jobs don't run here, so no mail is sent.
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'reports@example.com',
      PUBLIC_URL: 'https://reports.example.com',
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
  })
  const { requestFor } = await requestsTo(testApp)
  const live = (await liveRoutes(testApp.ctx)).filter(({ method }) => method !== 'HEAD')
  const routes = live.filter(({ url }) => url.startsWith('/api/') && !aboutItself.includes(url))

  const reply = await testApp.as(null).get('/api/openapi.json')
  const api: OpenApi = reply.body
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...api, $id: 'api' })

  const operationOf = ({ method, url }: { method: string; url: string }) =>
    api.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

  /** The described response of a call for a status and, if calls share it, its `$ref`. */
  function responseOf(operation: Operation | undefined, status: number) {
    const response = operation?.responses[status]
    if (!response || !('$ref' in response)) return { response }
    const name = response.$ref.replace('#/components/responses/', '')
    return { response: api.components.responses[name] as Response, shared: response.$ref }
  }

  /** Fails unless the status is described and the body matches the schema that is described for it. */
  function expectDescribed(route: { method: string; url: string }, answer: Reply) {
    const { response: described, shared } = responseOf(operationOf(route), answer.status)
    expect(described, `${route.method} ${route.url} answers ${answer.status}: ${answer.text}`).toBeDefined()
    const path = route.url
      .replace(/:(\w+)/g, '{$1}')
      .replaceAll('~', '~0')
      .replaceAll('/', '~1')
    if (answer.status >= 400) expect(operationOf(route)?.['x-codes'], route.url).toContain(answer.body.code)
    const challenge = (described?.headers as Record<string, object> | undefined)?.['WWW-Authenticate']
    expect(answer.headers['www-authenticate'] !== undefined, route.url).toBe(challenge !== undefined)
    const [type = ''] = Object.keys(described?.content ?? {})
    if (type !== 'application/json') return
    const own = `#/paths/${path.replaceAll('{', '%7B').replaceAll('}', '%7D')}/${route.method.toLowerCase()}/responses/${answer.status}`
    const pointer = `api${shared ?? own}/content/application~1json/schema`
    const validate = ajv.getSchema(pointer)
    if (!validate) throw new Error(`no schema at ${pointer}`)
    expect(validate(answer.body), JSON.stringify(validate.errors)).toBe(true)
  }

  return { testApp, requestFor, live, routes, reply, api, ajv, operationOf, responseOf, expectDescribed }
}
