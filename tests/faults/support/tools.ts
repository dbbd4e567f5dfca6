import { execFileSync } from 'node:child_process'

// What some fault tests need of the machine. vitest.config.ts leaves out those that cannot run here, and
// scripts/left-out.ts says so.

/** A file system that only one process sees and that is gone with it; without root in a user namespace. */
export const alone = [
  'unshare',
  '--mount',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
]

const works = (command: string, args: string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const canMount = () =>
  works(alone[0] ?? '', [...alone.slice(1), 'mount', '-t', 'tmpfs', 'daily-report', '/mnt'])
const canTrace = () => works('strace', ['-o', '/dev/null', 'true'])

/** The tests that cannot run on this machine, and why. */
export function missingTools(): { file: string; sentence: string }[] {
  return [
    ...(canMount()
      ? []
      : [
          {
            file: 'tests/faults/disk-full.faults.ts',
            sentence: 'No small file system can be mounted here: the test of a full disk is left out.',
          },
        ]),
    ...(canTrace()
      ? []
      : [
          {
            file: 'tests/faults/synced.faults.ts',
            sentence: 'strace is missing or may not trace here: its test is left out; apt-get install strace',
          },
        ]),
  ]
}
