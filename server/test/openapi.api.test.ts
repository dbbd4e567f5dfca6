import { expect, test } from 'vitest'
import { startDescribedApp } from './described-app.ts'
import { prepared } from './security/all-cases.ts'
import { rowOrFail } from './security/authorization-matrix.ts'

// Responses with data match the description; openapi.http.test.ts tests the rest of the description.

const { testApp, requestFor, routes, expectDescribed } = await startDescribedApp()
const { call, cast, newToken } = testApp

test.each(routes)('$method $url answers a valid call as described', async route => {
  const row = rowOrFail(route)
  // Some calls are only allowed on other users.
  const [own = 200] = [row.admin].flat()
  const { caller = cast.ada, ...more } = (await prepared[route.name]?.(testApp)) ?? {}
  const request = { ...(await requestFor(route, row, caller, own < 300 ? 'own' : 'others')), ...more }
  const headers = { ...request.headers, 'x-auth-token': await newToken(caller) }
  const answer = await call({ ...request, headers })
  expect(answer.status, answer.text).toBeLessThan(route.config.redirects ? 304 : 300)
  expectDescribed(route, answer)
})
