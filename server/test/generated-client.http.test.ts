import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from './start-test-app.ts'

const { app, as, cast } = await startTestApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

/** A user's program: its names, types and the token come from the API description alone. */
const program = `import { configure, getCurrentUser, listMyReports, signIn } from './client.ts'

const [, , serverUrl = '', email = '', password = ''] = process.argv
configure({ serverUrl })
const { token } = await signIn({ body: { email, password } })
configure({ auth: { apiKey: { token } } })
const { name }: { name: string } = await getCurrentUser()
const { total }: { total: number } = await listMyReports({ query: { limit: 5 } })
console.log(JSON.stringify({ name, total }))
`

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
  },
  files: ['program.ts'],
}

test('a client generated from the description compiles and signs in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('openapi.json', (await as(null).get('/api/openapi.json')).text)
  write('package.json', '{ "type": "module" }')
  write('program.ts', program)
  write('tsconfig.json', JSON.stringify(settings))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, args, { cwd: folder, env })).stdout
  const packages = join(import.meta.dirname, '../../node_modules')

  const generator = join(packages, '@redocly/cli/bin/cli.js')
  await run(generator, 'generate-client', 'openapi.json', '--output', 'client.ts', '--import-ext', 'ts')
  // The compiler prints its errors and fails.
  expect(await run(join(packages, 'typescript/bin/tsc')).catch(failed => failed.stdout)).toBe('')
  const { email, password, name } = cast.dina
  const said = await run('program.ts', `http://127.0.0.1:${port}`, email, password)
  expect(JSON.parse(said)).toEqual({ name, total: 0 })
}, 120_000)
