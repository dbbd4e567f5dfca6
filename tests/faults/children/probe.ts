import { parentPort, workerData } from 'node:worker_threads'
import { inLineMs, stolenMs } from '../support/own-time.ts'
import { startProbe } from '../support/probe.ts'

// A probe in a thread of its own: the test beside it parses megabytes, and that is no delay of the server.
const { url, pid, path, token, everyMs } = workerData
const probe = startProbe({ url }, path, token, everyMs, () => ({
  inLine: inLineMs(`${pid}`) + inLineMs('thread-self'),
  stolen: stolenMs(),
}))
parentPort?.once('message', async () => {
  parentPort?.postMessage(await probe.stop())
})
