import { expect, test } from 'vitest'
import { figure, percentile } from '../faults/support/form.ts'
import { makeTeam } from '../faults/support/team.ts'
import { createWriters, emptyLedger } from '../faults/support/writers.ts'
import { type Cluster, startCluster } from './support/cluster.ts'

const seconds = 15
const readers = 32

/** Measures one instance, then three, on the same database and proxy. It asserts no gain, which depends on the machine. */
test('one instance and three serve reads and writes, whose rates are measured', async () => {
  const cluster = await startCluster(3)
  const team = await makeTeam(cluster.app, 16)
  const all = cluster.proxy.targets
  const writers = createWriters(team, emptyLedger())
  // The team has some reports so that lists have rows.
  await writeFor(1)
  for (const instances of [1, 3, 1, 3]) {
    cluster.proxy.targets = all.slice(0, instances)
    const reads = await readFor(cluster, team.adminToken)
    const writes = await writeFor(seconds)
    expect(reads.length).toBeGreaterThan(0)
    expect(writes.length).toBeGreaterThan(0)
    figure(`${instances} ${instances === 1 ? 'instance' : 'instances'}`, {
      'reads a second': Math.round(reads.length / seconds),
      'p50 ms': percentile(reads, 50),
      'p99 ms': percentile(reads, 99),
      'writes a second': Math.round(writes.length / seconds),
      'p50 of writes ms': percentile(writes, 50),
      'p99 of writes ms': percentile(writes, 99),
    })
  }

  async function writeFor(seconds: number) {
    const times: number[] = []
    const running = writers.run(cluster.app, (status, ms) => {
      if (status < 300) times.push(ms)
    })
    await new Promise(resolve => setTimeout(resolve, seconds * 1000))
    await running.stop()
    return times
  }
})

async function readFor({ call }: Cluster, token: string) {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const read = async () => {
    while (performance.now() < until) {
      const answer = await call({ path: '/api/reports?page=1&limit=10', token })
      if (answer.status === 200) times.push(answer.ms)
    }
  }
  await Promise.all(Array.from({ length: readers }, read))
  return times
}
