// Checks the API description of a server with a new database; a process of its own, because building the server and the
// rules take seconds of processor time.
import { rmSync } from 'node:fs'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { openContext } from '../server/src/startup/open-context.ts'
import { createTestFolder } from '../server/test/test-folder.ts'
import { apiProblems } from './api-rules.ts'

const problems = await apiProblems(await describeServer())
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1

async function describeServer(): Promise<object> {
  const dataDir = createTestFolder('daily-report-check-')
  try {
    const ctx = await openContext(readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }), () => {})
    const app = await buildApp(ctx)
    const reply = await app.inject('/api/openapi.json')
    await app.close()
    ctx.mailer.close()
    await ctx.db.destroy()
    return reply.json()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
