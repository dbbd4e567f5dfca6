import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from './start-test-app.ts'

// This runs docs/api.md from top to bottom: it sends each http block and compares the response with the json block after
// it. "…" matches any text, and the response may have fields that the document doesn't show.

const { call, cast, make } = await startTestApp()
await make.project({ name: 'Website', developers: [cast.dina.id] })

const document = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const blocks = [...document.matchAll(/```http\n(.*?)```\s*```json (\d{3})\n(.*?)```/gs)].map(
  ([, request = '', status = '', answer = '']) => ({ request, status: Number(status), answer }),
)

function shown(value: unknown): unknown {
  if (value === '…') return expect.any(String)
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null) return value
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(inner)])),
  )
}

test('every example of the document gets the documented response', async () => {
  expect(blocks.length).toBe(document.match(/```http/g)?.length)
  expect(blocks.length).toBeGreaterThan(5)
  let token = ''
  for (const { request, status, answer } of blocks) {
    const [head = '', ...rest] = request.replaceAll('{{token}}', token).split('\n\n')
    const [first = '', ...headerLines] = head.trim().split('\n')
    const [method, url = ''] = first.split(' ')
    const headers = Object.fromEntries(headerLines.map(line => line.split(': ')))
    const payload = rest.join('\n\n').trim()
    const reply = await call({ method: method as 'GET', url, headers, ...(payload && { payload }) })
    expect([first, reply.status, reply.text]).toEqual([first, status, expect.any(String)])
    expect(reply.body, first).toEqual(shown(JSON.parse(answer)))
    // Later examples use the sign-in, not the access token that one of them makes.
    token ||= reply.body.token
  }
})
