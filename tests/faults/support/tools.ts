import { execFileSync } from 'node:child_process'

// Tools that some fault tests need. vitest.config.ts leaves out tests that cannot run here, and scripts/left-out.ts
// reports them.

/** Runs a command with private mounts that end with it, in a user namespace unless it runs as root. */
export const privateMounts = [
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
  works(privateMounts[0] ?? '', [...privateMounts.slice(1), 'mount', '-t', 'tmpfs', 'daily-report', '/mnt'])
const canTrace = () => works('strace', ['-o', '/dev/null', 'true'])

/** The tests that cannot run on this machine, and the reasons. */
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
