// Preloaded into the server: its clock is off by the milliseconds that the test sent last. With `elapsedMs`, the elapsed
// time that it measures is off too, such as the time since the holder of a lease renewed it. It only moves forward.
let offsetMs = 0
let elapsedMs = 0
process.on('message', (message: { clockMs?: number; elapsedMs?: number }) => {
  offsetMs = message.clockMs ?? 0
  elapsedMs = message.elapsedMs ?? elapsedMs
  process.send?.({ clockMs: offsetMs })
})

const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number | string]) {
    // Only `new Date()` without arguments reads the clock.
    super(given.length === 0 ? RealDate.now() + offsetMs : given[0])
  }
  static override now() {
    return RealDate.now() + offsetMs
  }
} as DateConstructor

const realNow = performance.now.bind(performance)
performance.now = () => realNow() + elapsedMs
