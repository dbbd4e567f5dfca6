import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type S3Settings, s3Client } from '../../src/storage/s3-client.ts'
import { freePort } from '../free-port.ts'
import { killTree } from '../kill-tree.ts'
import { createTestFolder } from '../test-folder.ts'

export const objectStoreMissing =
  'OpenStack Swift not installed: tests of files in an S3-compatible store were left out; apt-get install python3-swift'

// Debian installs Swift for its own Python, and another Python may come first on the PATH.
const python = '/usr/bin/python3'

/** An S3-compatible store on a free loopback port; `remove()` stops it and deletes its data. */
export type ObjectStore = {
  url: string
  /** A new, empty bucket. */
  makeBucket(): Promise<S3Settings>
  /** The store keeps its connections open and stops responding. */
  pause(): void
  resume(): void
  remove(): Promise<void>
}

// This only looks for the packages: importing them takes most of a second at the start of every test run.
const findSwift =
  'from importlib.util import find_spec; exit(not (find_spec("swift") and find_spec("eventlet")))'

export function hasObjectStore(): boolean {
  return spawnSync(python, ['-c', findSwift]).status === 0
}

const accessKey = 'team:reports'
const secretKey = 'a-secret-for-tests'

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = createTestFolder('daily-report-store-')
  const port = await freePort()
  const script = join(import.meta.dirname, 'start-swift.py')
  const child = spawn(python, [script, folder, String(port), accessKey, secretKey], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const killHard = () => {
    killTree(child, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', killHard)
  await untilReady(child).catch(error => {
    killHard()
    throw error
  })

  const url = `http://127.0.0.1:${port}`
  return {
    url,
    makeBucket: () => makeBucket(url),
    pause: () => killTree(child, 'SIGSTOP'),
    resume: () => killTree(child, 'SIGCONT'),
    async remove() {
      process.off('exit', killHard)
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise(resolve => child.once('exit', resolve))
        killTree(child, 'SIGKILL')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a new bucket in the store at this URL. */
export async function makeBucket(endpoint: string): Promise<S3Settings> {
  const bucket = `files-${crypto.randomUUID()}`
  const settings = { endpoint, bucket, accessKey, secretKey, region: 'us-east-1' }
  // On a busy machine the store may answer 503 at first; the tests only begin once there is a bucket.
  for (let attempt = 1; ; attempt++) {
    const { status, text } = await s3Client(settings).call({ method: 'PUT' })
    if (status === 200) return settings
    if (status !== 503 || attempt === 10) throw new Error(`The store made no bucket: ${status} ${text}`)
    await sleep(1000)
  }
}

/** The settings as environment variables. */
export const s3Variables = ({ endpoint, bucket, accessKey, secretKey, region }: S3Settings) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
  S3_REGION: region,
})

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', chunk => {
      if (String(chunk).includes('ready')) resolve()
    })
    child.stderr?.on('data', chunk => {
      output += chunk
    })
    child.once('exit', () => reject(new Error(`The object store ended:\n${output}`)))
  })
}
