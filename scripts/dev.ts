// `npm run dev` restarts the API on every change, and the page reloads itself. Both end together, even when this process
// is killed; the supervisor of `node --watch` would keep running and hold the port.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { exitCode, root, runNode } from './child.mjs'

const port = Number(process.env.PORT || 3000)
const apiPort = Number(process.env.API_PORT || port + 1)
const everything = new AbortController()

const page = runNode([join(root, 'node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort'], {
  env: { API_PORT: String(apiPort) },
  signal: everything.signal,
})
const api = keepApiRunning()
const first = await Promise.race([page, api])
everything.abort()
await Promise.all([page, api])
process.exitCode = first.stoppedBy ? 0 : exitCode(first)

/** Restarts the API on changes until it is stopped. After a crash it waits for the next change. */
async function keepApiRunning() {
  let wake = () => {}
  let restart = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onChange = () => {
    clearTimeout(timer)
    // An editor writes a file in several steps, so wait for the last one.
    timer = setTimeout(() => {
      restart.abort()
      wake()
    }, 100)
  }
  const watchers = ['server/src', 'shared/src'].map(folder =>
    watch(join(root, folder), { recursive: true }, onChange),
  )
  everything.signal.addEventListener('abort', onChange)
  try {
    for (;;) {
      restart = new AbortController()
      const changed = new Promise<void>(resolve => {
        wake = resolve
      })
      const ending = await runNode(['server/src/cli/dev.ts', `http://localhost:${port}`], {
        env: { PORT: String(apiPort) },
        signal: restart.signal,
      })
      if (ending.stoppedBy || everything.signal.aborted) return ending
      if (!restart.signal.aborted) console.log('The API has stopped. It restarts with the next change.')
      await changed
      if (everything.signal.aborted) return ending
    }
  } finally {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
