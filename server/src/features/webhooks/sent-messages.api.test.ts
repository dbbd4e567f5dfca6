import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test } from 'vitest'
import { webhookKinds } from '#shared/contract/webhooks.ts'
import { startTestApp } from '../../../test/start-test-app.ts'
import { startReceiver } from '../../../test/webhook-receiver.ts'
import { byJob, emit } from '../../events/event.ts'
import type { OpenApi } from '../../http/openapi/describe.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { featureJobs } from '../features.ts'

// What is really sent has the form that the API description and docs/integrations.md promise.

const receiver = await startReceiver()
const { as, cast, ctx, db, make } = await startTestApp({ settings: { OUTGOING_ALLOW: '127.0.0.1' } })
const api: OpenApi = (await as(null).get('/api/openapi.json')).body

type Schema = { properties?: Record<string, Schema>; [key: string]: unknown }
const schemaOf = (kind: string) =>
  api.webhooks[kind]?.post.requestBody.content['application/json'].schema as Schema | undefined
const dataOf = (kind: string) => [schemaOf(kind)?.properties?.data?.anyOf].flat()[0] as Schema

/** The same schema, which allows no other fields. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]))
  return 'properties' in schema ? { ...inner, additionalProperties: false } : inner
}

test('every kind of message is described, and none of them has estimates or emails', () => {
  expect(Object.keys(api.webhooks)).toEqual([...webhookKinds])
  for (const kind of webhookKinds)
    expect(JSON.stringify(schemaOf(kind))).not.toMatch(/email|estimate|expected_hours|\$ref/)
})

test('the table of the document has the fields of every kind', () => {
  const document = readFileSync(new URL('../../../../docs/integrations.md', import.meta.url), 'utf8')
  const rows = [...document.matchAll(/^\| `(\w+\.\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)]
  const fields = (list: string) => [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(rows.map(([, kind, when, list = '']) => [kind, when, fields(list)])).toEqual(
    webhookKinds.map(kind => [
      kind,
      api.webhooks[kind]?.post.summary,
      Object.keys(dataOf(kind).properties ?? {}).filter(name => name !== 'is_shortened'),
    ]),
  )
})

test('every kind that is really sent fits its description, and has no other fields', async () => {
  const hook = { name: 'All', url: receiver.url('/all'), events: [...webhookKinds] }
  expect((await as(cast.ada).post('/api/webhooks', hook)).status).toBe(201)
  const made = async (reply: Promise<{ status: number; text: string; body: Record<string, never> }>) => {
    const { status, text, body } = await reply
    expect(status, text).toBeLessThan(300)
    // biome-ignore lint/suspicious/noExplicitAny: the answers of many calls
    return body as any
  }
  const project = await make.project({ developers: [cast.dina.id] })
  const rows = [{ description: 'Page', hours: '1.30', project_id: project.id }]
  const report = {
    date: '2026-03-10',
    tasks: 'Page',
    blockers: 'No key',
    tomorrow_plan: 'More',
    task_details: rows,
  }
  const { id } = (await made(as(cast.dina).post('/api/reports', report))).report
  await made(as(cast.dina).put(`/api/reports/${id}`, { ...report, tasks: 'Pages' }))
  await made(as(cast.max).post(`/api/reports/${id}/comments`, { comment: `Why, @[Dina](${cast.dina.id})?` }))
  await made(as(cast.max).post(`/api/reports/${id}/review`, { state: 'reviewed' }))
  const [blocker] = (await made(as(cast.max).get('/api/blockers'))).data
  await made(as(cast.max).post(`/api/blockers/${blocker.id}/resolve`, {}))
  const input = { title: 'Build', project_id: project.id, assigned_to: cast.dina.id, expected_hours: 7 }
  const task = (await made(as(cast.max).post('/api/tasks', input))).data
  const done = { status: 'completed', actual_hours: 2, completion_note: 'Done' }
  await made(as(cast.dina).post(`/api/tasks/${task.id}/status`, done))
  const day = '2026-03-12'
  await made(
    as(cast.omar).post('/api/absences', { start_date: day, end_date: day, kind: 'sick', note: 'Secret' }),
  )
  const account = { name: 'Nora New', email: 'nora@example.com', password: 'secret-1', role: 'developer' }
  const nora = (await made(as(cast.ada).post('/api/auth/register', account))).user
  await made(as(cast.ada).delete(`/api/users/${nora.id}`))
  await db.transaction().execute(trx =>
    emit(ctx, trx, byJob, {
      kind: 'summary.ready',
      date: '2026-03-10',
      userIds: [],
      reported: 1,
      expected: 6,
    }),
  )

  const running = runJobs(ctx, featureJobs, { pollMs: 5 })
  onTestFinished(() => running.stop())
  const sent = () => receiver.at('/all').map(({ body }) => JSON.parse(body) as { type: string; data: object })
  await expect.poll(() => new Set(sent().map(({ type }) => type)).size).toBe(webhookKinds.length)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const message of sent()) {
    const validate = ajv.compile(strict(schemaOf(message.type)) as object)
    expect(validate(message), JSON.stringify([message, validate.errors])).toBe(true)
  }
})
