import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { messages } from '#shared/messages.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { expectRefusal, startTestApp } from './start-test-app.ts'

const token = 'a-token-for-prometheus'
const closed = await startTestApp({ withCast: false })
const { as, call, cast, ctx, make } = await startTestApp({ settings: { METRICS_TOKEN: token } })

const look = (authorization?: string, from = call) =>
  from({ method: 'GET', url: '/metrics', ...(authorization && { headers: { authorization } }) })

test('without METRICS_TOKEN the path is 404 for every request', async () => {
  for (const authorization of [undefined, `Bearer ${token}`, 'Bearer undefined'])
    expectRefusal(await look(authorization, closed.call), 404, messages.general.notFound)
})

test.each([undefined, 'Bearer', 'Bearer ', `Basic ${token}`, token])(
  '%s is no token',
  async authorization => {
    const reply = await look(authorization)
    expectRefusal(reply, 401, messages.signIn.noToken)
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  },
)

test.each([`Bearer ${token}x`, `Bearer ${token.slice(1)}`, 'Bearer x'])(
  '%s is the wrong token',
  async authorization => {
    expectRefusal(await look(authorization), 401, messages.signIn.tokenInvalid)
  },
)

test('the token of an administrator is refused', async () => {
  expectRefusal(await as(cast.ada).get('/metrics'), 401, messages.signIn.noToken)
})

/** The value of one line. */
async function metric(name: string): Promise<number> {
  const reply = await look(`Bearer ${token}`)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const line = reply.text.split('\n').find(text => text.startsWith(`${name} `))
  return line === undefined ? Number.NaN : Number(line.slice(name.length))
}

test('requests and statements are counted by route template, also for calls with a body', async () => {
  const project = await make.project()
  expect((await as(cast.dina).get(`/api/projects/${project.id}`)).status).toBe(200)
  expect((await as(cast.dina).get('/api/projects/999999')).status).toBe(404)
  expect((await as(null).get('/api/no-such-thing')).status).toBe(404)

  const requests = (method: string, route: string, status: number) =>
    metric(`http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`)
  expect(await requests('GET', '/api/projects/:id', 200)).toBe(1)
  expect(await requests('GET', '/api/projects/:id', 404)).toBe(1)
  expect(await requests('POST', '/api/projects', 201)).toBe(1)
  expect(await requests('GET', 'none', 404)).toBe(1)
  for (const route of ['/api/projects/:id', '/api/projects'])
    expect(await metric(`db_query_duration_seconds_count{route="${route}"}`)).toBeGreaterThan(1)
  const bucket = `http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/projects/:id",status="200"}`
  expect(await metric(bucket)).toBe(1)
})

test('statements that are compiled once are timed on every run', async () => {
  const seconds = (of: string) => metric(`${of}_duration_seconds_sum{${labels[of]}}`)
  const labels: Record<string, string> = {
    http_request: 'method="GET",route="/api/users",status="200"',
    db_query: 'route="/api/users"',
  }
  await as(cast.ada).get('/api/users')
  await sleep(1000)
  await as(cast.ada).get('/api/users')
  expect(await seconds('db_query')).toBeGreaterThan(0)
  expect(await seconds('db_query')).toBeLessThan(3 * (await seconds('http_request')))
})

test('queues, the event loop and the process have metrics', async () => {
  expect(await metric('password_queue_length')).toBe(0)
  expect(await metric('password_hashes_running')).toBe(0)
  expect(await metric('http_requests_in_flight')).toBe(1)
  expect(await metric('nodejs_eventloop_delay_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(await metric('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(await metric('process_cpu_user_seconds_total')).toBeGreaterThan(0)
  expect(await metric('process_start_time_seconds')).toBeGreaterThan(1_600_000_000)
})

test('the version and the commit are labels', async () => {
  expect(await metric(`build_info{version="${packageJson.version}",commit=""}`)).toBe(1)
})

test('the alerts in docs/observability.md ask for metrics that exist, with labels that they have', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/observability.md'), 'utf8')
  const [, rulesText = ''] = /```yaml\n(groups:\n[\s\S]*?)```/.exec(text) ?? []
  const { groups } = parse(rulesText) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
  }
  const rules = groups.flatMap(group => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  ctx.metrics?.watchBackups(() => Promise.resolve(0))
  ctx.metrics?.watchJobs(() => Promise.resolve(0))
  ctx.metrics?.jobEnded('backup', 'done')
  const { text: served } = await look(`Bearer ${token}`)
  // The labels that Prometheus adds to each metric of a job.
  const added = 'up{job="",instance=""} 1\n'
  const lines = `${added}${served}`.split('\n')
  for (const { alert, expr } of rules) {
    const series = [...expr.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+|up)\b(?:\{([^}]*)\})?(?!\()/g)].filter(
      ([, name]) => name !== 'histogram_quantile',
    )
    expect(series, alert).not.toEqual([])
    for (const [, name = '', wanted = ''] of series) {
      const found = lines.find(line => new RegExp(`^${name}[ {]`).test(line))
      expect([alert, name, found]).toEqual([alert, name, expect.any(String)])
      for (const [, label = ''] of wanted.matchAll(/(\w+)[=!]/g))
        if (label !== 'job') expect([alert, found]).toEqual([alert, expect.stringContaining(`${label}="`)])
    }
  }
})

test('ids and searches make no separate series', async () => {
  const { text } = await look(`Bearer ${token}`)
  expect(text).not.toContain('/999999')
  expect(text).not.toContain('no-such-thing')
})

test('free disk space is shown for the data folder and, where files are on a disk, for the files', async () => {
  expect(await metric('data_dir_free_bytes')).toBeGreaterThan(0)
  expect(await metric('file_store_free_bytes')).toBeGreaterThan(0)
})

test('a ready server reports that it is ready', async () => {
  const reply = await call({ method: 'GET', url: '/readyz' })
  expect([reply.status, reply.body, reply.headers['cache-control']]).toEqual([
    200,
    { status: 'ok' },
    'no-store',
  ])
})
