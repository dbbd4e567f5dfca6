// Preloaded into the server: its clock is off by the milliseconds that the test sent last. With `elapsedMs`, so is the time
// that it measures, which only goes ahead: for instance the time since the holder of a lease last renewed it.
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
