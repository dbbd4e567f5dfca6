// Preloaded into the real server where the bench wants to know how long its event loop was held up at most.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('message', word => {
  if (word !== 'longest turn') return
  process.send?.(delay.max / 1e6)
  delay.reset()
})
// Listening alone must not keep the server alive.
process.channel?.unref()
