import { expect, test } from 'vitest'
import { startHoldingReceiver } from '../faults/support/holding-receiver.ts'
import { dayNumber, makeTeam, reportFor } from '../faults/support/team.ts'
import { withDatabase } from '../faults/support/verify.ts'
import { startCluster } from './support/cluster.ts'

const webhooks = 3
const reports = 30

test('three instances deliver each message once', async () => {
  const receiver = await startHoldingReceiver()
  const cluster = await startCluster(3, { OUTGOING_ALLOW: '127.0.0.1' })
  const team = await makeTeam(cluster.app, 3, cluster.place)
  for (let nth = 0; nth < webhooks; nth++) {
    const body = { name: `Webhook ${nth}`, url: `${receiver.url}/${nth}`, events: ['report.submitted'] }
    await cluster.expectCall(201, { method: 'POST', path: '/api/webhooks', token: team.adminToken, body })
  }
  await Promise.all(
    Array.from({ length: reports }, (_, number) => {
      const { token } = team.members[number % 3] ?? {}
      const body = reportFor(team, dayNumber(number), `number ${number}`, 1)
      return cluster.expectCall(201, { method: 'POST', path: '/api/reports', token, body })
    }),
  )
  const left = () =>
    withDatabase(cluster.place, db =>
      db.selectFrom('jobs').select('id').where('kind', 'in', ['webhook.event', 'webhook.deliver']).execute(),
    )
  await expect.poll(left, { timeout: 120_000 }).toEqual([])
  const messages = receiver.received.map(({ path, id }) => `${path} ${id}`)
  expect(messages).toHaveLength(webhooks * reports)
  expect(new Set(messages).size).toBe(messages.length)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(reports)
})
