import { PassThrough } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/start-test-app.ts'

const log = new PassThrough()
const { app, as, call, cast, make } = await startTestApp({ logger: { stream: log } })

test('no secret of a URL is in the log, in whatever path it was pasted', async () => {
  const project = await make.project()
  const source = { name: 'GitLab', kind: 'gitlab', project_id: project.id }
  const { address } = (await as(cast.ada).post('/api/activity-sources', source)).body
  const { pathname } = new URL(address)
  const key = pathname.split('/').at(-1) ?? ''
  const post = (url: string) => call({ method: 'POST', url, payload: {} })
  expect((await post(pathname)).status).toBe(401)
  expect((await post(`${pathname}?key=${key}`)).status).toBe(401)
  for (const url of [`/${key}`, `/api/Hooks/${key}`, `${pathname}/`, `${pathname}/${key}`, `${pathname}%zz`])
    await post(url)
  for (const url of [
    `/setup?code=${key}`,
    `/reset?code=${key}`,
    `/api/auth/oidc/callback?code=${key}&state=x`,
  ])
    await call({ method: 'GET', url })
  await call({ method: 'GET', url: '/assets/manage-projects-page-C7x9Ab2d.js' })
  await app.close()
  log.end()
  const logged = await readAll(log)
  expect(logged).toContain('"path":"/api/hooks/:key"')
  expect(logged).toContain('"path":"/assets/manage-projects-page-C7x9Ab2d.js"')
  for (const part of [key, key.slice(0, -2), key.slice(2)]) expect(logged).not.toContain(part)
})
