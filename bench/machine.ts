import { cpus, totalmem } from 'node:os'
import pg from 'pg'

export type Machine = {
  date: string
  processor: string
  cores: number
  memoryGB: number
  node: string
  sqlite: string
  postgres?: string
}

/** The properties of the machine that affect the figures, and none that identify it. */
export async function describeMachine(databaseUrl: string | undefined): Promise<Machine> {
  const all = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: `${all[0]?.model.trim() || 'unknown'} (${process.platform} ${process.arch})`,
    cores: all.length,
    memoryGB: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
    sqlite: (process.versions as Record<string, string>).sqlite ?? 'unknown',
    ...(databaseUrl && { postgres: await postgresVersion(databaseUrl) }),
  }
}

async function postgresVersion(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query('show server_version')
    return String(rows[0]?.server_version)
  } finally {
    await client.end()
  }
}
