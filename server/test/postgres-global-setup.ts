import type { TestProject } from 'vitest/node'
import { connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import { createDatabase, databaseName, findPostgres, onServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of this run's PostgreSQL server: `inject('postgresUrl')`. */
    postgresUrl: string
    /** A migrated database on it: a copy costs a quarter of migrating an empty one. */
    postgresTemplate: string
    /** Empty when TEST_POSTGRES_URL names the server. */
    postgresSocketFolder: string
  }
}

/** Starts one server for the whole run; each test file makes its own database. */
export default async function setup(project: TestProject) {
  const found = findPostgres()
  if (found && 'url' in found) {
    const template = await provideOn(found.url, project)
    project.provide('postgresSocketFolder', '')
    return () => onServer(found.url, `drop database if exists ${template} with (force)`)
  }
  // Without a listener these signals would end the process before it could stop the server.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const server = await startPostgres()
  await provideOn(server.url, project)
  project.provide('postgresSocketFolder', server.socketFolder)
  return () => server.remove()
}

async function provideOn(url: string, project: TestProject) {
  const databaseUrl = await createDatabase(url)
  const db = connect({ dataDir: '', databaseUrl })
  await migrate(db)
  await db.destroy()
  const template = databaseName(databaseUrl)
  project.provide('postgresUrl', url)
  project.provide('postgresTemplate', template)
  return template
}
