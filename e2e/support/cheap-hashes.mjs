// Loaded before a server: a password's hash takes less than a millisecond instead of 40, and so does each sign-in with it.
import { createRequire } from 'node:module'

/** @type {{ hash: typeof import('@node-rs/argon2').hash }} */
const argon2 = createRequire(import.meta.url)('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password, options, signal) =>
  hash(password, { ...options, memoryCost: 8, timeCost: 1 }, signal)
