import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { makeBucket, s3Variables } from '../../../server/test/object-store/object-store.ts'
import { createDatabase, databaseName, onServer } from '../../../server/test/postgres-server.ts'
import { type AppProcess, type CalledApp, startApp } from '../../faults/support/app-process.ts'
import { callerOf } from '../../faults/support/calls.ts'
import { startProxy } from './proxy.ts'

/** Starts a database, a bucket and this many instances behind a proxy; all are removed after the test. */
export async function startCluster(size: number, env: Record<string, string> = {}) {
  const undo: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const step of undo.reverse()) await step()
  })
  async function newDatabase() {
    const url = await createDatabase(inject('postgresUrl'))
    undo.push(() =>
      onServer(inject('postgresUrl'), `drop database if exists ${databaseName(url)} with (force)`),
    )
    return url
  }
  const newBucket = () => makeBucket(inject('objectStoreUrl'))
  const [databaseUrl, bucket] = await Promise.all([newDatabase(), newBucket()])
  const shared = { DATABASE_URL: databaseUrl, ...s3Variables(bucket), TRUST_PROXY: '127.0.0.1', ...env }

  /** Starts an instance with its own data folder; it shares only what the settings name. */
  async function startInstance(own: Record<string, string> = {}): Promise<AppProcess> {
    const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-scale-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    let started: AppProcess | undefined
    undo.push(() => started?.kill())
    started = await startApp({ dataDir, env: { ...shared, ...own } })
    return started
  }

  // The instances start together on an empty database, as containers do, so each tries to migrate and to mark the store.
  const instances = await Promise.all(Array.from({ length: size }, () => startInstance()))
  const proxy = await startProxy(instances.map(instance => instance.url))
  undo.push(proxy.close)
  const calls = callerOf(proxy.url)
  undo.push(calls.close)
  return {
    instances,
    startInstance,
    proxy,
    newDatabase,
    newBucket,
    bucket,
    /** The database, for checks in tests. */
    place: { dataDir: '', databaseUrl },
    /** Calls through the proxy, each to another instance. */
    ...calls,
    /** The proxy as a server for the helpers of the fault tests; it outlives every instance. */
    app: { ...calls, url: proxy.url, child: { exitCode: null, signalCode: null } } satisfies CalledApp,
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>
