// Child processes that end with this one and get each signal once.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Makes a Node process end when its parent ends, even if the parent is killed. */
export const endWithParent = ['--import', new URL('./end-with-parent.mjs', import.meta.url).href]

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, stoppedBy?: NodeJS.Signals }} Ending */

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

// npm forwards Ctrl-C although the terminal has already sent it, so a second signal within this time is ignored.
const echoMs = 1000

/**
 * Runs a program to its end and forwards signals. It gets its own process group, so that the terminal's Ctrl-C reaches it
 * only through this process.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal }} [options]
 * @returns {Promise<Ending>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy
    let stoppedAt = 0
    /** @param {NodeJS.Signals} signal */
    const forward = signal => {
      if (Date.now() - stoppedAt < echoMs) return
      stoppedAt = Date.now()
      stoppedBy = signal
      child.kill(signal)
    }
    const stop = () => child.kill('SIGTERM')
    // The listeners come first, because a signal may arrive as soon as the child runs.
    for (const signal of signals) process.on(signal, forward)
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    options.signal?.addEventListener('abort', stop)
    const done = () => {
      for (const signal of signals) process.off(signal, forward)
      options.signal?.removeEventListener('abort', stop)
    }
    child.once('error', error => {
      done()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      done()
      resolve({ code, signal, stoppedBy })
    })
  })
}

/**
 * @param {string[]} args
 * @param {{ node?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal }} [options]
 */
export function runNode(args, { node = process.execPath, ...options } = {}) {
  return run(node, [...endWithParent, ...args], options)
}

/**
 * The exit code of a child, or 128 plus the number of the signal that ended it, as in a shell.
 * @param {Ending} ending
 */
export function exitCode({ code, signal }) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0)
}
