import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoPassword, demoTeam } from '../server/src/cli/demo/team.ts'

const demo = join(import.meta.dirname, '../dist/server/demo.mjs')

test('the demo sends no mail and prints the mails instead', async () => {
  const child = spawn(process.execPath, [demo], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', SMTP_URL: 'smtp://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  await expect.poll(() => output, { timeout: 120_000 }).toMatch(/ready on http:\S+/)
  const [, url = ''] = /ready on (http:\S+)/.exec(output) ?? []
  const post = async (path: string, body: object, token = '') =>
    (
      await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': token },
        body: JSON.stringify(body),
      })
    ).json() as Promise<{ token: string; msg: string }>
  const admin = demoTeam.find(({ role }) => role === 'admin')
  const { token } = await post('/api/auth/login', { email: admin?.email, password: demoPassword })
  await post('/api/settings/test-mail', {}, token)
  expect(output).toContain(
    `A mail that would have been sent:\n  | To: ${admin?.email} <${admin?.email}>\n  | Subject: Mail from Daily Report App works\n`,
  )
  expect(output).toContain(`  | ${url}/\n`)
})
