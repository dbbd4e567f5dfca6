import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ownTimeZone } from '#shared/zones.ts'
import { ConfigError, readConfig, sampleJwtSecret, settings } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'daily-report-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  [':Asia/Tokyo', 'Asia/Tokyo'],
  ['Mars/Phobos', 'UTC'],
  ['', ownTimeZone()],
])('TZ=%s is the zone %s', (TZ, timeZone) => {
  expect(readConfig({ TZ })).toMatchObject({ timeZone })
})

test('nothing needs to be set', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    dataDir: './data',
    databaseUrl: undefined,
    jwtSecret: undefined,
    tokenTtlSeconds: 12 * 3600,
    admin: undefined,
    maxUploadBytes: 25 * 1024 * 1024,
    editWindowDays: 3,
    hasServiceWorker: true,
    timeZone: ownTimeZone(),
    logLevel: 'info',
    corsOrigins: [],
    trustedProxies: [],
    stopDelaySeconds: 0,
    metricsToken: undefined,
    outgoingAllowed: [],
    auditKeepSeconds: 400 * 86_400,
    backupDir: undefined,
    backupEverySeconds: undefined,
    backupsKept: 7,
    s3: undefined,
  })
})

test('an empty variable counts as not set', () => {
  const empty = Object.fromEntries(Object.keys(settings).map(name => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test.each([
  ['PORT', '3000x'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['STOP_DELAY', '61s'],
  ['STOP_DELAY', '5'],
  ['STOP_DELAY', '1m'],
  ['STOP_DELAY', '-1s'],
  ['DATABASE_URL', 'postgres://ada@localhost:5432'],
  ['DATABASE_URL', 'postgres://ada@localhost/?sslmode=require'],
  ['DATA_DIR', '~/data'],
  ['DATA_DIR', '$HOME/data'],
  ['BACKUP_DIR', '~backup/archives'],
  ['JWT_SECRET', 'x'.repeat(31)],
  ['JWT_SECRET', sampleJwtSecret],
  ['JWT_SECRET', 's'.repeat(64)],
  ['JWT_SECRET', 'abcdefg'.repeat(5)],
  ['JWT_SECRET', 'abcdefgabcdefgaaaaaaaaaaaabbbbbbbbbcc'],
  ['JWT_SECRET', '0123456789abcdef'.repeat(4)],
  ['JWT_SECRET', '0123456789abcdef0123456789abcdef01234'],
  ['TOKEN_TTL', '12'],
  ['TOKEN_TTL', '0m'],
  ['TOKEN_TTL', '31d'],
  ['TOKEN_TTL', '721h'],
  ['MAX_UPLOAD_MB', '0'],
  ['MAX_UPLOAD_MB', '2.5'],
  ['EDIT_WINDOW_DAYS', '0'],
  ['SERVICE_WORKER', 'false'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLIC_URL', 'reports.example.com'],
  ['PUBLIC_URL', 'ftp://reports.example.com'],
  ['PUBLIC_URL', 'https://reports.example.com/app'],
  ['PUBLIC_URL', 'https://reports.example.com/?a=b'],
  ['PUBLIC_URL', 'https://user@reports.example.com/'],
  ['CORS_ORIGIN', '*'],
  ['CORS_ORIGIN', 'https://a.example.com/path'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/8,::/0'],
  ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1'],
  ['TRUST_PROXY', '8000::/1,::/1'],
])('%s=%s is refused by name', (name, value) => {
  expect(problemsOf({ [name]: value })).toMatch(new RegExp(`^The settings have one problem:\n  ${name}: `))
})

const provider = {
  OIDC_ISSUER: 'https://login.example.com/realms/company',
  OIDC_CLIENT_ID: 'daily-report',
  OIDC_CLIENT_SECRET: 'secret',
}

test.each([
  [{ OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'https://login.example.com/.well-known/openid-configuration' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'https://user@login.example.com' }, 'OIDC_ISSUER'],
  [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
  [{ OIDC_SCOPES: 'profile' }, 'OIDC_SCOPES'],
  [{ OIDC_DEFAULT_ROLE: 'admin' }, 'OIDC_DEFAULT_ROLE'],
  [{ OIDC_ROLES: 'boss=leads' }, 'OIDC_ROLES'],
  [{ OIDC_ROLES: 'admin' }, 'OIDC_ROLES'],
  [{ OIDC_TRUST_EMAIL: 'true' }, 'OIDC_TRUST_EMAIL'],
  [{ OIDC_ALLOWED_DOMAINS: 'a@example.com' }, 'OIDC_ALLOWED_DOMAINS'],
  [{ HOST: '0.0.0.0' }, 'PUBLIC_URL'],
])('single sign-on with %j is refused by name', (settings, name) => {
  expect(problemsOf({ ...provider, ...settings })).toMatch(
    new RegExp(`^The settings have one problem:\n  ${name}: `),
  )
})

test('OIDC_ONLY needs a provider', () => {
  expect(problemsOf({ OIDC_ONLY: 'on' })).toContain('OIDC_ONLY: needs OIDC_ISSUER')
})

test.each([
  'http://localhost:8080',
  'http://127.0.0.1/realms/a',
  'http://[::1]:80',
  'https://login.example.com/a/',
])('the issuer %s is taken as it is', OIDC_ISSUER => {
  expect(readConfig({ ...provider, OIDC_ISSUER }).oidc).toMatchObject({ issuer: OIDC_ISSUER })
})

test('groups of single sign-on give roles, in their order', () => {
  const { oidc } = readConfig({ ...provider, OIDC_ROLES: 'admin=it-admins, manager = Team Leads' })
  expect(oidc?.roles).toEqual([
    { role: 'admin', group: 'it-admins' },
    { role: 'manager', group: 'Team Leads' },
  ])
})

test.each([
  ['TOKEN_TTL', '1m', { tokenTtlSeconds: 60 }],
  ['TOKEN_TTL', '30d', { tokenTtlSeconds: 30 * 86_400 }],
  ['PORT', '0', { port: 0 }],
  ['EDIT_WINDOW_DAYS', '1', { editWindowDays: 1 }],
  ['SERVICE_WORKER', 'on', { hasServiceWorker: true }],
  ['SERVICE_WORKER', 'off', { hasServiceWorker: false }],
  [
    'CORS_ORIGIN',
    'https://a.example.com, http://b:8080',
    { corsOrigins: ['https://a.example.com', 'http://b:8080'] },
  ],
  ['TRUST_PROXY', '0.0.0.0/1', { trustedProxies: ['0.0.0.0/1'] }],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
  ['TRUST_PROXY', '127.0.0.1', { stopDelaySeconds: 5 }],
  ['STOP_DELAY', '0s', { stopDelaySeconds: 0 }],
  ['STOP_DELAY', '60s', { stopDelaySeconds: 60 }],
  ['JWT_SECRET', '0123456789abcdefg'.repeat(2), { jwtSecret: '0123456789abcdefg'.repeat(2) }],
  ['HOST', '[::1]', { host: '::1' }],
  ['HOST', '::', { host: '::' }],
  [
    'DATABASE_URL',
    'postgres:///x?host=/run/postgresql',
    { databaseUrl: 'postgres:///x?host=/run/postgresql' },
  ],
  ['DATABASE_URL', 'postgres://u:p@db:5432/x', { databaseUrl: 'postgres://u:p@db:5432/x' }],
])('%s=%s is taken', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test('every bad variable is named in one message', () => {
  const message = problemsOf({ PORT: 'x', TOKEN_TTL: 'x', LOG_LEVEL: 'x', ADMIN_EMAIL: 'ada@example.com' })
  expect(message).toContain('The settings have 5 problems:')
  for (const name of ['PORT', 'TOKEN_TTL', 'LOG_LEVEL', 'ADMIN_NAME', 'ADMIN_PASSWORD']) {
    expect(message).toContain(`\n  ${name}: `)
  }
})

describe('secrets', () => {
  const secret = 'K5p0wVJc9yTz2mQe7RbXh3LdGf8sNa1u'

  test('are read from the file that NAME_FILE names, without its last line break', () => {
    expect(readConfig({ JWT_SECRET_FILE: file('jwt', `${secret}\n`) }).jwtSecret).toBe(secret)
    const admin = {
      ADMIN_NAME: 'Ada',
      ADMIN_EMAIL: 'Ada@Example.com',
      ADMIN_PASSWORD_FILE: file('pw', 'secret-1\r\n'),
    }
    expect(readConfig(admin).admin).toEqual({ name: 'Ada', email: 'ada@example.com', password: 'secret-1' })
  })

  test('given twice, in a missing file or in an empty one are refused', () => {
    const given = { JWT_SECRET: secret, JWT_SECRET_FILE: file('twice', secret) }
    expect(problemsOf(given)).toContain('JWT_SECRET: is set twice')
    expect(problemsOf({ DATABASE_URL_FILE: join(folder, 'none') })).toContain('cannot be read')
    expect(problemsOf({ DATABASE_URL_FILE: file('empty', '\n') })).toContain('is empty')
  })

  test('are never printed', () => {
    expect(problemsOf({ JWT_SECRET: 'too-short-secret' })).not.toContain('too-short-secret')
    expect(problemsOf({ DATABASE_URL: 'mysql://user:hunter2@db' })).not.toContain('hunter2')
  })
})

test('a mail server needs a sender and the URL of the app, and mail is off without it', () => {
  const mail = {
    SMTP_URL: 'smtps://reports:hunter2@mail.example.com',
    MAIL_FROM: 'Daily Report <reports@example.com>',
    PUBLIC_URL: 'https://reports.example.com',
  }
  expect(problemsOf({ SMTP_URL: mail.SMTP_URL })).toMatch(
    /MAIL_FROM: is missing[\s\S]*PUBLIC_URL: is missing/,
  )
  expect(problemsOf({ ...mail, MAIL_FROM: '' })).not.toContain('hunter2')
  for (const url of ['mail.example.com', 'https://mail.example.com', 'smtp://'])
    expect(problemsOf({ ...mail, SMTP_URL: url })).toContain('SMTP_URL: must be an smtp:// or smtps:// URL')
  for (const from of ['Daily Report', 'a@b', 'A <a@example.com>\nBcc: eve@example.com', '<a@example.com> b'])
    expect(problemsOf({ ...mail, MAIL_FROM: from })).toContain('MAIL_FROM: must be an email address')
  expect(readConfig(mail).mail).toEqual({
    smtpUrl: mail.SMTP_URL,
    from: mail.MAIL_FROM,
    publicUrl: mail.PUBLIC_URL,
    connections: 5,
  })
  expect(problemsOf({ ...mail, MAIL_CONNECTIONS: '0' })).toContain(
    'MAIL_CONNECTIONS: must be a whole number from 1 to 50',
  )
  expect(readConfig({ ...mail, MAIL_FROM: 'reports@example.com' }).mail?.from).toBe('reports@example.com')
  expect(readConfig({ PUBLIC_URL: mail.PUBLIC_URL }).mail).toBeUndefined()
})

test('an object store needs all of its variables', () => {
  expect(problemsOf({ S3_BUCKET: 'files' })).toContain('S3_ENDPOINT: is missing')
  const s3 = { S3_ENDPOINT: 'http://s3:9000', S3_BUCKET: 'files', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  expect(problemsOf({ ...s3, S3_ENDPOINT: 's3:9000' })).toContain('S3_ENDPOINT: must be an http(s) URL')
  expect(readConfig(s3).s3).toEqual({
    endpoint: 'http://s3:9000',
    bucket: 'files',
    accessKey: 'a',
    secretKey: 'b',
    region: 'us-east-1',
  })
  expect(readConfig({}).s3).toBeUndefined()
})

test.each(['https://reports.example.com/', 'https://Reports.Example.com:443', 'HTTPS://reports.example.com'])(
  'PUBLIC_URL %s is read as its origin',
  value => {
    expect(readConfig({ PUBLIC_URL: value }).publicUrl).toBe('https://reports.example.com')
  },
)
