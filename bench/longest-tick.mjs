// Preloaded into the measured server: on a message it sends the longest event-loop delay since the last one.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('message', word => {
  if (word !== 'longest tick') return
  process.send?.(delay.max / 1e6)
  delay.reset()
})
// The channel must not keep the server alive.
process.channel?.unref()
