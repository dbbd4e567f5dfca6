import { lstatSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { emailField, nameField, newPasswordField } from '#shared/contract/fields.ts'
import { limits } from '#shared/limits.ts'
import { type Role, roles } from '#shared/roles.ts'
import { ownTimeZone } from '#shared/zones.ts'
import { type DotEnv, parseDotEnv } from './lib/dot-env.ts'
import { parseEnvironmentFile } from './lib/environment-file.ts'
import { coverInternet, isAddressRange, withoutBrackets } from './lib/ip-address.ts'
import { isUnknown, meantName } from './lib/setting-names.ts'
import { parseTimeZone } from './lib/time-zone.ts'

/** The value in .env.example; the server refuses to start with it, because it is public. */
export const sampleJwtSecret = 'replace-this-with-32-or-more-random-bytes'

const text = z.string()

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.pipe(
    z.pipe(text.check(z.regex(/^\d{1,9}$/, { error })), z.transform(Number)),
    z.number().check(z.gte(min, { error }), z.lte(max, { error })),
  )
}

/** A duration such as 12h, from a minute to so many days. */
const durationUpTo = (days: number) =>
  z.pipe(
    text.check(
      z.refine(
        value => {
          const seconds = toSeconds(value)
          return seconds >= 60 && seconds <= days * secondsPer.d
        },
        { error: `must be a number with m, h or d, from 1m to ${days}d` },
      ),
    ),
    z.transform(toSeconds),
  )

/** How long a stopping server may go on serving requests: containers and systemd wait that long (compose.yaml, deploy). */
export const longestStopDelaySeconds = 60
const stopDelay = z.pipe(
  text.check(
    z.refine(value => /^\d{1,2}s$/.test(value) && Number.parseInt(value, 10) <= longestStopDelaySeconds, {
      error: `must be a number of seconds with s, from 0s to ${longestStopDelaySeconds}s`,
    }),
  ),
  z.transform(value => Number.parseInt(value, 10)),
)

const secondsPer = { m: 60, h: 3600, d: 86_400 }
const duration = durationUpTo(30)
function toSeconds(value: string): number {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? []
  return amount && unit ? Number(amount) * secondsPer[unit as keyof typeof secondsPer] : Number.NaN
}

function listOf(isValid: (entry: string) => boolean, error: string) {
  const split = (value: string) => value.split(',').map(entry => entry.trim())
  return z.pipe(text.check(z.refine(value => split(value).every(isValid), { error })), z.transform(split))
}

const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' }) as z.ZodMiniType<string, string>

/** A key that is typed rather than made: few different bytes, or a short piece over and over. */
function isGuessable(secret: string): boolean {
  const bytes = Buffer.from(secret)
  const repeatsAfter = (length: number) =>
    bytes.every((byte, index) => index < length || byte === bytes[index - length])
  return (
    new Set(bytes).size < fewestDistinctBytes ||
    Array.from({ length: longestPattern }, (_, index) => index + 1).some(repeatsAfter)
  )
}
const fewestDistinctBytes = 8
const longestPattern = 16

const isOrigin = (value: string) =>
  URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value
/** As an origin, however it is written: with a slash at its end, its default port, or capital letters. */
const originOf = (value: string) => new URL(value).origin
const isLikeOrigin = (value: string) =>
  URL.canParse(value) && /^https?:/i.test(value) && new URL(value).href === `${originOf(value)}/`
/** A host as URLs spell it, without its port. */
const isHostName = (value: string) =>
  /^[\w.-]+$/.test(value) &&
  URL.canParse(`http://${value}`) &&
  new URL(`http://${value}`).hostname === value.toLowerCase()
const isHttpUrl = (value: string) => URL.canParse(value) && /^https?:/.test(value)
const isSmtpUrl = (value: string) =>
  URL.canParse(value) && /^smtps?:\/\//.test(value) && new URL(value).hostname !== ''
/** `ada@example.com`, or with a name before it: `Daily Report <ada@example.com>`. */
const isMailbox = (value: string) => {
  const [, email] = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(value) ?? [undefined, value]
  return emailField.safeParse(email).success
}
/** The issuer as its provider spells it: discovery adds the rest of the path. */
const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password, search, hash, pathname } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return (
    isSafe &&
    !pathname.includes('/.well-known/') &&
    [username, password, search, hash].every(part => part === '')
  )
}
/** Takes a host as URLs spell it, and as HOST does. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** `admin=it-admins,manager=leads`: which group gives which role. */
function parseRoleMap(value: string): { role: Role; group: string }[] {
  return value.split(',').flatMap(entry => {
    const [, name = '', group = ''] = /^\s*([a-z]+)\s*=\s*(.*\S)\s*$/.exec(entry) ?? []
    const role = roles.find(each => each === name)
    return role ? [{ role, group }] : []
  })
}
/** The role of new users can't be that of administrators: groups give it (OIDC_ROLES), or an administrator does. */
const defaultRoles = roles.filter(role => role !== 'admin')

const isPostgresUrl = (value: string) => URL.canParse(value) && /^postgres(ql)?:\/\//.test(value)
/** Without a name, PostgreSQL takes the database that is named like the user, often its own `postgres`. */
const namesDatabase = (value: string) => new URL(value).pathname.length > 1

const folder = text.check(
  z.refine(value => !/^[~$]/.test(value), {
    error: 'starts with ~ or $, which only a shell replaces. Write the whole path, such as /home/ada/data',
  }),
)

type Setting = {
  description: string
  /** Used when the variable is absent; shown in the documents. */
  default?: string
  /** Can also be read from the file that NAME_FILE names, and is never printed. */
  secret?: true
  schema: z.ZodMiniType<unknown, string>
}

/** Every variable the program reads. The documents' table is tested against this. */
export const settings = {
  PORT: { description: 'Port to listen on', default: '3000', schema: wholeNumber(0, 65_535) },
  HOST: {
    description: 'Host name or IP address to listen on; `0.0.0.0` for all',
    default: 'localhost',
    schema: z.pipe(text, z.transform(withoutBrackets)),
  },
  PUBLIC_URL: {
    description: 'Where users open the app, such as `https://reports.example.com`; printed links lead there',
    schema: z.pipe(
      text.check(
        z.refine(isLikeOrigin, {
          error:
            'must be http:// or https:// with a host and nothing behind it, such as https://reports.example.com',
        }),
      ),
      z.transform(originOf),
    ),
  },
  DATA_DIR: {
    description: 'Folder for the SQLite file and uploaded files',
    default: './data',
    schema: folder,
  },
  DATABASE_URL: {
    description: '`postgres://…` to use PostgreSQL instead of the SQLite file',
    secret: true,
    schema: text.check(
      z.refine(isPostgresUrl, { error: 'must be a postgres:// URL' }),
      z.refine(value => !isPostgresUrl(value) || namesDatabase(value), {
        error: 'must name a database behind the host, as in postgres://user@db.example.com/daily_report',
      }),
    ),
  },
  JWT_SECRET: {
    description: 'Key that signs the tokens; by default generated once and stored in the database',
    secret: true,
    schema: text.check(
      z.refine(value => Buffer.byteLength(value) >= 32, { error: 'must be at least 32 bytes long' }),
      z.refine(value => value.trim() !== sampleJwtSecret, {
        error: 'is the sample value from the documentation; choose your own',
      }),
      z.refine(value => !isGuessable(value), {
        error:
          'is easy to guess: it has fewer than 8 different bytes, or repeats a short pattern. Generate one with: openssl rand -base64 48',
      }),
    ),
  },
  TOKEN_TTL: { description: 'How long a sign-in lasts: `1m` to `30d`', default: '12h', schema: duration },
  ADMIN_NAME: {
    description: 'Name of the first administrator, created only while there are no accounts',
    schema: nameField,
  },
  ADMIN_EMAIL: { description: 'Their email', schema: emailField },
  ADMIN_PASSWORD: { description: 'Their password', secret: true, schema: newPasswordField },
  MAX_UPLOAD_MB: { description: 'Largest upload in MB', default: '25', schema: wholeNumber(1, 10_000) },
  EDIT_WINDOW_DAYS: {
    description: 'How many days a report can be edited, including its own day',
    default: String(limits.editWindowDays),
    schema: wholeNumber(1, 366),
  },
  SERVICE_WORKER: {
    description: '`on`, or `off` to remove the service worker from all browsers (docs/self-hosting.md)',
    default: 'on',
    schema: onOrOff,
  },
  TZ: {
    description:
      'Time zone, such as `Europe/Berlin`, that the organization has until an admin sets another; the system’s by default',
    schema: text,
  },
  LOG_LEVEL: {
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    default: 'info',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    }) as z.ZodMiniType<string, string>,
  },
  CORS_ORIGIN: {
    description: 'Other origins that may call the API, separated by commas; none by default',
    schema: listOf(isOrigin, 'must be origins such as https://reports.example.com, separated by commas'),
  },
  TRUST_PROXY: {
    description: 'IP addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted; none by default',
    schema: z.pipe(
      listOf(isAddressRange, 'must be IP addresses or CIDR ranges, separated by commas'),
      z.array(text).check(
        z.refine(ranges => !coverInternet(ranges), {
          error:
            'must not cover all IP addresses, or any client could pretend to be another. Name only your proxies',
        }),
      ),
    ),
  },
  STOP_DELAY: {
    description:
      'How long requests are still served after a signal to stop, while `/readyz` answers 503: `0s` to `60s`; `5s` if `TRUST_PROXY` is set, else `0s`',
    schema: stopDelay,
  },
  METRICS_TOKEN: {
    description: 'Bearer token for `/metrics`; metrics are off by default',
    secret: true,
    schema: text.check(z.minLength(16, { error: 'must be at least 16 characters long' })),
  },
  BACKUP_DIR: { description: 'Folder for backups; `backups` in `DATA_DIR` by default', schema: folder },
  BACKUP_EVERY: {
    description: 'How often the server makes a backup: `1m` to `30d`; never by default',
    schema: duration,
  },
  BACKUP_KEEP: {
    description: 'How many of these backups to keep',
    default: '7',
    schema: wholeNumber(1, 10_000),
  },
  AUDIT_KEEP: {
    description: 'How long the record of who did what is kept: `1m` to `36500d`',
    default: '400d',
    schema: durationUpTo(36_500),
  },
  OUTGOING_ALLOW: {
    description:
      'Hosts and IP ranges in your own network that webhooks may call, separated by commas; only public addresses by default',
    schema: listOf(
      entry => isAddressRange(withoutBrackets(entry)) || isHostName(entry),
      'must be hosts or IP ranges such as mattermost.lan or 10.0.0.0/8, separated by commas',
    ),
  },
  SMTP_URL: {
    description:
      'Mail server, such as `smtps://user:password@mail.example.com`; needs `MAIL_FROM` and `PUBLIC_URL`. Without it the app sends no mail',
    secret: true,
    schema: text.check(z.refine(isSmtpUrl, { error: 'must be an smtp:// or smtps:// URL with a host' })),
  },
  MAIL_FROM: {
    description: 'Sender of mails, such as `Daily Report <reports@example.com>`',
    schema: text.check(
      z.refine(isMailbox, {
        error:
          'must be an email address, with or without a name before it: Daily Report <reports@example.com>',
      }),
    ),
  },
  MAIL_CONNECTIONS: {
    description: 'How many mails are sent at once, each over a connection of its own',
    default: '5',
    schema: wholeNumber(1, 50),
  },
  S3_ENDPOINT: {
    description: 'URL of an S3-compatible store for uploaded files, instead of `DATA_DIR/files`',
    schema: text.check(z.refine(isHttpUrl, { error: 'must be an http(s) URL' })),
  },
  S3_BUCKET: { description: 'Its bucket, which must exist', schema: text },
  S3_ACCESS_KEY: { description: 'Its access key', secret: true, schema: text },
  S3_SECRET_KEY: { description: 'Its secret key', secret: true, schema: text },
  S3_REGION: { description: 'Its region', default: 'us-east-1', schema: text },
  OIDC_ISSUER: {
    description:
      'Issuer of a provider of single sign-on (docs/sign-in.md), such as `https://login.example.com/realms/company`; needs `PUBLIC_URL`, unless `HOST` is this machine',
    schema: text.check(
      z.refine(isIssuer, {
        error:
          'must be the https:// URL of the issuer, without /.well-known/openid-configuration; http:// only on this machine',
      }),
    ),
  },
  OIDC_CLIENT_ID: { description: 'Id of this app at the provider', schema: text },
  OIDC_CLIENT_SECRET: { description: 'Its secret there', secret: true, schema: text },
  OIDC_NAME: {
    description: 'What users call the provider, as in "Sign in with Keycloak"',
    default: 'single sign-on',
    schema: text.check(z.maxLength(60, { error: 'must have at most 60 characters' })),
  },
  OIDC_SCOPES: {
    description: 'Scopes to ask for; `openid` is always one of them',
    default: 'openid profile email',
    schema: text.check(
      z.refine(value => value.split(/\s+/).includes('openid'), { error: 'must contain openid' }),
    ),
  },
  OIDC_ALLOWED_DOMAINS: {
    description:
      'Domains of the emails that may sign in this way, separated by commas, without their subdomains; all by default',
    schema: listOf(isHostName, 'must be domains such as example.com, separated by commas'),
  },
  OIDC_CREATE_USERS: {
    description: '`on` to create an account for an unknown person who signs in this way',
    default: 'off',
    schema: onOrOff,
  },
  OIDC_DEFAULT_ROLE: {
    description: 'Role of these accounts, and of users whose groups give them no role any more',
    default: 'developer',
    schema: z.enum(defaultRoles, { error: `must be one of ${defaultRoles.join(', ')}` }),
  },
  OIDC_TRUST_EMAIL: {
    description: '`on` if the provider verifies emails without saying so (`email_verified`)',
    default: 'off',
    schema: onOrOff,
  },
  OIDC_ROLES_CLAIM: {
    description: 'Claim with the groups of a person; dots lead into an object, as in `realm_access.roles`',
    default: 'groups',
    schema: text,
  },
  OIDC_ROLES: {
    description:
      'Roles that groups give at each sign-in, such as `admin=it-admins,manager=leads`; the first that fits counts',
    schema: z.pipe(
      text.check(
        z.refine(value => parseRoleMap(value).length === value.split(',').length, {
          error: `must be roles with a group each, such as admin=it-admins,manager=leads. Roles are ${roles.join(', ')}`,
        }),
      ),
      z.transform(parseRoleMap),
    ),
  },
  OIDC_SECOND_STEP: {
    description: '`ask` for the second step of an account here too, or leave it to the `provider`',
    default: 'ask',
    schema: z.enum(['ask', 'provider'], { error: 'must be ask or provider' }),
  },
  OIDC_ONLY: {
    description: '`on` to refuse passwords, except those of administrators on `/login?password`',
    default: 'off',
    schema: onOrOff,
  },
} satisfies Record<string, Setting>

type SettingName = keyof typeof settings
type Values = { [Name in SettingName]?: z.infer<(typeof settings)[Name]['schema']> }

export type Config = ReturnType<typeof shape>

export type MailConfig = {
  smtpUrl: string
  from: string
  publicUrl: string
  /** How many mails are sent at the same time. */
  connections: number
}

export type OidcConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** What users call the provider. */
  name: string
  scopes: string
  /** Undefined: all. */
  allowedDomains: readonly string[] | undefined
  createsUsers: boolean
  defaultRole: Role
  trustsEmail: boolean
  rolesClaim: string
  /** The first that fits counts. */
  roles: readonly { role: Role; group: string }[]
  asksSecondStep: boolean
  /** Passwords are refused, except those of administrators. */
  isOnly: boolean
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
    super(`The settings have ${count}:\n${problems.map(problem => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type Environment = Record<string, string | undefined>

/** Checks the whole environment at once, so that one start names everything that is wrong. */
export function readConfig(env: Environment, misspelled: readonly string[] = []): Config {
  const problems = [...misspelled]
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const given = givenValue(name, setting, env, problems)
    if (given === undefined) continue
    const result = setting.schema.safeParse(given)
    if (result.success) values[name] = result.data
    else {
      const sentence = result.error.issues[0]?.message ?? 'is not valid'
      problems.push(`${name}: ${sentence}${setting.secret ? '' : ` (it is "${given}")`}`)
    }
  }
  const isGiven = (name: string) => Boolean(env[name] || env[`${name}_FILE`])
  requireTogether(['ADMIN_NAME', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'], isGiven, problems)
  requireTogether(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'], isGiven, problems)
  if (isGiven('SMTP_URL')) requireTogether(['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'], isGiven, problems)
  requireTogether(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], isGiven, problems)
  if (env.OIDC_ONLY === 'on' && !isGiven('OIDC_ISSUER'))
    problems.push('OIDC_ONLY: needs OIDC_ISSUER, or no one could sign in')
  if (isGiven('OIDC_ISSUER') && !isGiven('PUBLIC_URL') && !isLoopback(env.HOST || settings.HOST.default))
    problems.push('PUBLIC_URL: is missing; with OIDC_ISSUER, the provider sends users back to it')
  if (problems.length > 0) throw new ConfigError(problems)
  return shape(values as Values)
}

type SettingsFile = DotEnv & { name: string }

/** The environment of this process, with the variables of a `.env` file in the current folder behind it. */
export function readProcessConfig(overrides: Record<string, string> = {}): Config {
  const environment = { ...process.env }
  const file = isThere('.env') ? readSettingsFile('.env', '.env', parseDotEnv) : undefined
  // The database client and Node read variables of their own, such as PGPASSWORD, from the environment.
  for (const [name, value] of Object.entries(file?.values ?? {})) process.env[name] ??= value
  return readAndWarn({ ...process.env, ...overrides }, environment, file)
}

/** The environment of this process, with the file of a systemd unit over it, as the unit has it. */
export function readConfigWithFile(path: string): Config {
  const file = readSettingsFile(path, `--env-file: the file "${path}"`, parseEnvironmentFile)
  return readAndWarn({ ...process.env, ...file.values }, process.env, file)
}

/** Also a symbolic link that leads nowhere: its file is on a disk that is not mounted. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function readSettingsFile(name: string, shownAs: string, parse: (text: string) => DotEnv): SettingsFile {
  let text: string
  try {
    text = readFileSync(name, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([`${shownAs} cannot be read (${code === 'EISDIR' ? 'it is a folder' : code})`])
  }
  // As UTF-16, which some editors write, no name in it would be found.
  if (text.includes('\0')) throw new ConfigError([`${shownAs} cannot be read (it isn't UTF-8 text)`])
  return { name, ...parse(text) }
}

/** Only warns about an invalid TZ: the system sets it for all programs, so it must not stop a command. */
function readAndWarn(env: Environment, environment: Environment, file?: SettingsFile): Config {
  const { refused, notes } = checkNames(env, environment, file)
  for (const note of notes) console.error(note)
  const config = readConfig(env, refused)
  if (env.TZ && parseTimeZone(env.TZ, systemZone) === undefined)
    console.error(
      `TZ: "${env.TZ}" isn't a time zone that can be understood, so UTC is used. Use a name such as Europe/Berlin, or set the organization's time zone in Settings.`,
    )
  return config
}

/** With one of these missing, the server would start with other data, or with another key. */
const neverMissed = /^(DATABASE_URL|DATA_DIR|JWT_SECRET)(?:_FILE)?$/

/**
 * Finds misspelled settings. In the environment only near misses are named, because it has the variables of other
 * programs too; a file of settings has no other names.
 */
function checkNames(env: Environment, environment: Environment, file?: SettingsFile) {
  const known = Object.entries<Setting>(settings).flatMap(([name, { secret }]) =>
    secret ? [name, `${name}_FILE`] : [name],
  )
  const refused: string[] = []
  const notes: string[] = []
  /** Whether the start would do without a setting that it must have. Either of NAME and NAME_FILE sets it. */
  const isMissed = (meant: string) => {
    const [, name] = neverMissed.exec(meant) ?? []
    return name !== undefined && !env[name] && !env[`${name}_FILE`]
  }
  const judge = (given: string, where: string, isEmpty: boolean) => {
    const meant = meantName(given, known)
    if (meant && isMissed(meant) && !isEmpty)
      refused.push(`${given}: ${where}there is no such setting. Did you mean ${meant}?`)
    else if (meant)
      notes.push(`${given}: ${where}there is no such setting, so it is ignored. Did you mean ${meant}?`)
    else if (where !== '' && isUnknown(given, known))
      notes.push(`${given}: ${where}there is no such setting, so it is ignored.`)
  }
  for (const { number, name } of file?.ignored ?? []) {
    const meant = known.includes(name) ? name : meantName(name, known)
    const line = `${file?.name}, line ${number}: this isn't NAME=value`
    if (meant && isMissed(meant)) refused.push(`${line}. Did you mean ${meant}=…?`)
    else notes.push(`${line}, so it is ignored.${meant ? ` Did you mean ${meant}=…?` : ''}`)
  }
  for (const [name, value] of Object.entries(file?.values ?? {}))
    judge(name, `in ${file?.name}, `, value === '')
  for (const [name, value] of Object.entries(environment))
    if (!Object.hasOwn(file?.values ?? {}, name)) judge(name, '', !value)
  return { refused, notes }
}

function givenValue(
  name: string,
  setting: Setting,
  env: Environment,
  problems: string[],
): string | undefined {
  // An empty variable is what compose files and shells make of "not set".
  const direct = env[name] || undefined
  const file = setting.secret ? env[`${name}_FILE`] || undefined : undefined
  if (direct !== undefined && file !== undefined) {
    problems.push(`${name}: is set twice, as ${name} and as ${name}_FILE`)
    return undefined
  }
  if (file === undefined) return direct ?? setting.default
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (content === '') problems.push(`${name}_FILE: the file "${file}" is empty`)
    return content || undefined
  } catch {
    problems.push(`${name}_FILE: the file "${file}" cannot be read`)
    return undefined
  }
}

function requireTogether(names: string[], isGiven: (name: string) => boolean, problems: string[]) {
  if (!names.some(isGiven)) return
  for (const name of names) {
    if (!isGiven(name)) problems.push(`${name}: is missing; set ${names.join(', ')} together`)
  }
}

function shape(values: Values) {
  // Those with a default are always there once the checks have passed.
  const given = values as Required<Values>
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl: values.PUBLIC_URL,
    dataDir: given.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    jwtSecret: values.JWT_SECRET,
    tokenTtlSeconds: given.TOKEN_TTL,
    admin: values.ADMIN_NAME
      ? { name: given.ADMIN_NAME, email: given.ADMIN_EMAIL, password: given.ADMIN_PASSWORD }
      : undefined,
    maxUploadBytes: given.MAX_UPLOAD_MB * 1024 * 1024,
    editWindowDays: given.EDIT_WINDOW_DAYS,
    hasServiceWorker: given.SERVICE_WORKER === 'on',
    /** The server's own: the organization's until an admin sets another. */
    timeZone: values.TZ === undefined ? ownTimeZone() : (parseTimeZone(values.TZ, systemZone) ?? 'UTC'),
    logLevel: given.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGIN ?? [],
    trustedProxies: values.TRUST_PROXY ?? [],
    // A proxy needs a moment to notice; without one, no other instance could take over.
    stopDelaySeconds: values.STOP_DELAY ?? (values.TRUST_PROXY ? 5 : 0),
    metricsToken: values.METRICS_TOKEN,
    outgoingAllowed: values.OUTGOING_ALLOW ?? [],
    backupDir: values.BACKUP_DIR,
    backupEverySeconds: values.BACKUP_EVERY,
    backupsKept: given.BACKUP_KEEP,
    auditKeepSeconds: given.AUDIT_KEEP,
    mail: values.SMTP_URL
      ? ({
          smtpUrl: given.SMTP_URL,
          from: given.MAIL_FROM,
          publicUrl: given.PUBLIC_URL,
          connections: given.MAIL_CONNECTIONS,
        } as MailConfig)
      : undefined,
    oidc: values.OIDC_ISSUER
      ? ({
          issuer: given.OIDC_ISSUER,
          clientId: given.OIDC_CLIENT_ID,
          clientSecret: given.OIDC_CLIENT_SECRET,
          name: given.OIDC_NAME,
          scopes: given.OIDC_SCOPES,
          allowedDomains: values.OIDC_ALLOWED_DOMAINS?.map(domain => domain.toLowerCase()),
          createsUsers: given.OIDC_CREATE_USERS === 'on',
          defaultRole: given.OIDC_DEFAULT_ROLE,
          trustsEmail: given.OIDC_TRUST_EMAIL === 'on',
          rolesClaim: given.OIDC_ROLES_CLAIM,
          roles: values.OIDC_ROLES ?? [],
          asksSecondStep: given.OIDC_SECOND_STEP === 'ask',
          isOnly: given.OIDC_ONLY === 'on',
        } as OidcConfig)
      : undefined,
    s3: values.S3_ENDPOINT
      ? {
          endpoint: given.S3_ENDPOINT,
          bucket: given.S3_BUCKET,
          accessKey: given.S3_ACCESS_KEY,
          secretKey: given.S3_SECRET_KEY,
          region: given.S3_REGION,
        }
      : undefined,
  }
}

/** The zone that this process would have without TZ. Finds it also where /etc/localtime is a copy and not a link. */
function systemZone(): string {
  const { TZ } = process.env
  delete process.env.TZ
  try {
    return ownTimeZone()
  } finally {
    if (TZ !== undefined) process.env.TZ = TZ
  }
}
