import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { serializerCompiler } from '../serialize.ts'
import heavyReads from './heavy-reads.ts'

/** Starts a list whose responses the test sends. A header names the user instead of a token. */
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

test('a user has four lists in progress, the next begins when one is answered, and other users do not wait', async () => {
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

test('a long response is serialized in chunks by its schema, and a failure as a whole', async () => {
  const app = fastify()
  app.setSerializerCompiler(serializerCompiler)
  await app.register(heavyReads)
  let payload: unknown
  app.addHook('onSend', async (_request, _reply, sent) => {
    payload = sent
  })
  const response = { 201: z.object({ data: z.array(z.object({ text: z.string() })) }) }
  app.get<{ Querystring: { entries: string } }>(
    '/list',
    { config: { heavyRead: 'list' } as never, schema: { response } },
    (request, reply) => {
      const many = Number(request.query.entries)
      if (many === 0) return reply.code(404).send({ msg: 'None' })
      const data = Array.from({ length: many }, () => ({ text: '\u0001'.repeat(10_000), secret: true }))
      return reply.code(201).send({ data })
    },
  )
  const ask = (entries: number) => app.inject(`/list?entries=${entries}`)
  const answerOf = (many: number) => ({
    data: Array.from({ length: many }, () => ({ text: '\u0001'.repeat(10_000) })),
  })
  const long = await ask(20)
  expect(long.json()).toEqual(answerOf(20))
  expect(long.headers['content-type']).toBe('application/json; charset=utf-8')
  // A response that fits into one chunk stays a string.
  expect(payload).toBeInstanceOf(Buffer)
  expect((await ask(1)).json()).toEqual(answerOf(1))
  expect(payload).toBeTypeOf('string')
  expect((await ask(0)).json()).toEqual({ msg: 'None' })
})
