// Loaded before the server: its clock runs as many milliseconds ahead or behind as the test last said.
let offsetMs = 0
process.on('message', (message: { clockMs?: number }) => {
  offsetMs = message.clockMs ?? 0
  process.send?.({ clockMs: offsetMs })
})

const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number | string]) {
    // `new Date()` alone asks for the time.
    super(given.length === 0 ? RealDate.now() + offsetMs : given[0])
  }
  static override now() {
    return RealDate.now() + offsetMs
  }
} as DateConstructor
