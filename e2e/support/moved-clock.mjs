// Loaded before a server: its clock is off by the milliseconds that stand in the file CLOCK_FILE at the moment.
import { readFileSync } from 'node:fs'

const Real = Date
const now = () => Real.now() + Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'))

globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
