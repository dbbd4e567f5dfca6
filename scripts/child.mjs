// Children that end when we end, and signals that reach them once.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Makes a Node process end when the one that started it is gone, however that happened. */
export const endWithParent = ['--import', new URL('./end-with-parent.mjs', import.meta.url).href]

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, stoppedBy?: NodeJS.Signals }} Ending */

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

// npm passes Ctrl-C on although the terminal has sent it to us already: the second within this time is an echo.
const echoMs = 1000

/**
 * Runs a program to its end, passing signals on. Its own process group keeps the terminal's Ctrl-C from
 * reaching it beside the one we pass on.
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
    // First: a signal that comes as soon as the child runs must find us listening.
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
 * The code to exit with after a child: its own, or the shell's way of naming the signal that ended it.
 * @param {Ending} ending
 */
export function exitCode({ code, signal }) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0)
}
