// Preloaded into a server: its clock is ahead by the milliseconds in the file CLOCK_FILE, which is read on every use.
import { readFileSync } from 'node:fs'

const Real = Date
let offset = 0
const now = () => {
  try {
    offset = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'))
  } catch {
    // The file is missing once the test has ended. The server is about to be stopped then.
  }
  return Real.now() + offset
}

globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
