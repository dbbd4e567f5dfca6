import { expect, test } from 'vitest'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, clock, ctx, make } = await startTestApp({ settings: { EDIT_WINDOW_DAYS: '1' } })
const project = await make.project()
const body = reportBody({ project_id: project.id })
const { id } = await make.report(cast.dina, body)

test('with EDIT_WINDOW_DAYS=1 a report can be edited only on the same day', async () => {
  expect((await as(cast.dina).get(`/api/reports/${id}`)).body.edit_window_days).toBe(1)
  clock.set('2026-03-11T11:59:59.000Z')
  expect((await as(cast.dina).put(`/api/reports/${id}`, body)).status).toBe(200)
  clock.set('2026-03-11T12:00:00.000Z')
  expectRefusal(
    await as(cast.dina).put(`/api/reports/${id}`, body),
    403,
    'Reports can only be edited on the same day they were created',
  )
})

test('the message has the configured number of days', async () => {
  ctx.config.editWindowDays = 7
  clock.set('2026-03-18T12:00:00.000Z')
  expectRefusal(
    await as(cast.dina).put(`/api/reports/${id}`, body),
    403,
    'Reports can only be edited within 7 days of creation.',
  )
})
