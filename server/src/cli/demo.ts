import '../startup/private-umask.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { roleLabels } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import type { PrintedMail } from '../mail/mailer.ts'
import { run } from '../startup/run.ts'
import { fillWithDemoTeam } from './demo/fill.ts'
import { demoPassword, demoTeam } from './demo/team.ts'

// Runs the server on a temporary folder, with the data of a demo team.

const folder = mkdtempSync(join(tmpdir(), 'daily-report-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

async function prepare(ctx: Context) {
  console.log('Creating a demo team with some months of work ...')
  // Demo data may be lost in a power cut, and without fsync the fill is much faster.
  await sql`pragma synchronous = off`.execute(ctx.db)
  await fillWithDemoTeam(ctx)
  console.log(`\nSign in with one of these accounts. The password is always ${demoPassword}`)
  for (const { name, email, role } of demoTeam) {
    console.log(`  ${email.padEnd(22)} ${roleLabels[role].padEnd(10)} ${name}`)
  }
  console.log('')
}

function printMail({ to, subject, text }: PrintedMail) {
  const lines = [`To: ${to.name} <${to.email}>`, `Subject: ${subject}`, '', ...text.trimEnd().split('\n')]
  console.log(`\nA mail that would have been sent:\n${lines.map(line => `  | ${line}`).join('\n')}\n`)
}

// Overrides the environment, so that the demo never uses the real database, file store or mail server.
const noneOfIt = Object.fromEntries(
  'DATABASE_URL DATABASE_URL_FILE ADMIN_NAME ADMIN_EMAIL ADMIN_PASSWORD ADMIN_PASSWORD_FILE SMTP_URL SMTP_URL_FILE S3_ENDPOINT S3_BUCKET S3_ACCESS_KEY S3_ACCESS_KEY_FILE S3_SECRET_KEY S3_SECRET_KEY_FILE'
    .split(' ')
    .map(name => [name, '']),
)

await run({ settings: { ...noneOfIt, DATA_DIR: folder }, prepare, showMail: printMail })
