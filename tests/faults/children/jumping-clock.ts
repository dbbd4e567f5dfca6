// Preloaded into the server: its clock is off by the milliseconds that the test sent last.
let offsetMs = 0
process.on('message', (message: { clockMs?: number }) => {
  offsetMs = message.clockMs ?? 0
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
