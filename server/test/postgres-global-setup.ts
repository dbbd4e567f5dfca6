import type { TestProject } from 'vitest/node'
import { findPostgres, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An administrator's URL of the PostgreSQL server of this run: `inject('postgresUrl')`. */
    postgresUrl: string
  }
}

/** One server for the whole run; each test file makes a database of its own on it. */
export default async function setup(project: TestProject) {
  const found = findPostgres()
  if (found && 'url' in found) {
    project.provide('postgresUrl', found.url)
    return
  }
  // Without a listener these would end the process before it could end the server.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return () => server.remove()
}
