import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import heavyReads from './heavy-reads.ts'

/** A list that is answered when the test says so. The header stands in for the token. */
async function startList() {
  const app = fastify()
  const answers: ((text: string) => void)[] = []
  const begun: number[] = []
  app.decorateRequest('actor')
  app.addHook('onRequest', async request => {
    request.actor = { id: Number(request.headers['x-user']) } as NonNullable<typeof request.actor>
  })
  await app.register(heavyReads)
  app.get('/list', { config: { heavyRead: 'list' } as never }, request => {
    begun.push(request.actor?.id ?? 0)
    return new Promise(resolve => answers.push(resolve))
  })
  const ask = (user: number) => app.inject({ url: '/list', headers: { 'x-user': `${user}` } })
  return { ask, begun, answer: () => answers.shift()?.('done') }
}

test('a user has four lists in progress, the next begins when one is answered, and others do not wait', async () => {
  const { ask, begun, answer } = await startList()
  const asked = Array.from({ length: 6 }, () => ask(1))
  await vi.waitFor(() => expect(begun).toEqual([1, 1, 1, 1]))
  const other = ask(2)
  await vi.waitFor(() => expect(begun).toEqual([1, 1, 1, 1, 2]))
  answer()
  await vi.waitFor(() => expect(begun).toEqual([1, 1, 1, 1, 2, 1]))
  answer()
  await vi.waitFor(() => expect(begun).toEqual([1, 1, 1, 1, 2, 1, 1]))
  for (let rest = 0; rest < 5; rest++) answer()
  for (const reply of await Promise.all([...asked, other])) expect(reply.statusCode).toBe(200)
})
