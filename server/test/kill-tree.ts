import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Signals a process and its children, also children that moved to their own process group. */
export function killTree(server: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (server?.pid === undefined) return
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => parentOf(pid) === server.pid)
    .map(Number)
  for (const pid of [server.pid, ...children]) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
  }
}

function parentOf(pid: string): number | undefined {
  try {
    // The format is "pid (name) state parent …", and the name may contain spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
