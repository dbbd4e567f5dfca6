import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/test/free-port.ts'
import { type Call, callerOf } from '../faults/support/calls.ts'
import { count, figure, isLong } from '../faults/support/form.ts'
import { makeTeam, type Team } from '../faults/support/team.ts'
import { expectNothingLostOrTorn } from '../faults/support/verify.ts'
import { createWriters, emptyLedger } from '../faults/support/writers.ts'
import { startCluster } from './support/cluster.ts'
import { type RealProxy, startCaddy, startNginx } from './support/real-proxies.ts'

const restarts = count({ short: 1, long: 20 })
const writers = 8
const readers = 2
/** What docs/upgrading.md says. */
const pauseMs = 15_000

test('two instances restarted one after the other behind nginx and behind Caddy fail no request', async () => {
  const cluster = await startCluster(0)
  const ports = [await freePort(), await freePort()]
  const start = (port = 0) => cluster.startInstance({ PORT: String(port) })
  const instances = await Promise.all(ports.map(start))
  const [direct] = instances
  if (!direct) throw new Error('no instance')
  const team = await makeTeam(direct, 2 * writers, cluster.place)

  // Each proxy is used by half of the team, so that both see the same restarts.
  const ledger = emptyLedger()
  const proxies = await Promise.all([startNginx(ports), startCaddy(ports)])
  const loads = proxies.map((proxy, half) => {
    onTestFinished(proxy.stop)
    const members = team.members.slice(half * writers, (half + 1) * writers)
    return startLoad(proxy, { ...team, members }, ledger)
  })
  const served = async (more: number) => {
    const before = loads.map(load => load.counts.writes)
    const isServed = () => loads.every((load, index) => load.counts.writes >= (before[index] ?? 0) + more)
    await expect.poll(isServed, { timeout: 300_000 }).toBe(true)
  }

  await served(20)
  for (let restart = 0; restart < restarts; restart++) {
    const at = restart % ports.length
    expect(await instances[at]?.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    const successor = await start(ports[at])
    instances[at] = successor
    if (isLong) await sleep(pauseMs)
  }
  await served(20)
  for (const load of loads) await load.stop()

  for (const { proxy, counts, failed } of loads)
    figure(`instances restarted behind ${proxy.name}`, { restarts, ...counts, failed: failed.length })
  expect(loads.flatMap(({ proxy, failed }) => failed.map(what => `${proxy.name}: ${what}`))).toEqual([])
  await expectNothingLostOrTorn(cluster.place, ledger)
})

/** Writers and readers, of whose requests none may fail. */
function startLoad(proxy: RealProxy, team: Team, ledger: ReturnType<typeof emptyLedger>) {
  const calls = callerOf(proxy.url)
  const counts = { writes: 0, reads: 0 }
  const failed: string[] = []
  async function call(options: Call) {
    const { method = 'GET', path } = options
    try {
      const answer = await calls.call(options)
      if (answer.status >= 500) failed.push(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer
    } catch (error) {
      failed.push(`${method} ${path}: ${error}`)
      throw error
    } finally {
      counts[method === 'GET' ? 'reads' : 'writes']++
    }
  }
  const app = { ...calls, call, url: proxy.url, child: { exitCode: null, signalCode: null } }
  const writing = createWriters(team, ledger).run(app)
  let isStopped = false
  const reading = Promise.all(
    team.members.slice(0, readers).map(async ({ token }) => {
      while (!isStopped) await call({ path: '/api/reports/me', token }).catch(() => {})
    }),
  )
  return {
    proxy,
    counts,
    failed,
    async stop() {
      isStopped = true
      await Promise.all([writing.stop(), reading])
      calls.close()
    },
  }
}
