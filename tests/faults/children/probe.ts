import { parentPort, workerData } from 'node:worker_threads'
import { inLineMs, stolenMs } from '../support/own-time.ts'
import { startProbe } from '../support/probe.ts'

// The probe runs in its own thread, because the test parses megabytes and that would look like a delay of the server.
const { url, pid, path, token, everyMs } = workerData
const probe = startProbe({ url }, path, token, everyMs, () => ({
  inLine: inLineMs(`${pid}`) + inLineMs('thread-self'),
  stolen: stolenMs(),
}))
parentPort?.once('message', async () => {
  parentPort?.postMessage(await probe.stop())
})
