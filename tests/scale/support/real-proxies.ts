import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort } from '../../../server/test/free-port.ts'
import { withSbin } from './real-proxies-installed.ts'

// nginx and Caddy with the files in deploy/. Of these only the addresses are replaced, and TLS is left out.

const deploy = join(import.meta.dirname, '../../../deploy')
export type RealProxy = { name: string; url: string; stop(): Promise<void> }

export async function startNginx(ports: number[]): Promise<RealProxy> {
  return startProxy('nginx', async (folder, port) => {
    const [first = '', ...others] = ports.map(each => `server 127.0.0.1:${each} fail_timeout=5s;`)
    const replacements: [RegExp, string][] = [
      [/server 127\.0\.0\.1:3000 .*;/, first],
      [/# server 127\.0\.0\.1:3001 .*;/, others.join('\n')],
      [/listen 80;/, `listen 127.0.0.1:${await freePort()};`],
      [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
      [/ssl_certificate .*;/, ''],
      [/ssl_certificate_key .*;/, ''],
    ]
    const site = replacements.reduce(
      (text, [given, wanted]) => {
        expect(text).toMatch(given)
        return text.replace(given, wanted)
      },
      readFileSync(join(deploy, 'nginx.conf'), 'utf8'),
    )
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      each => `${each}_temp_path ${join(folder, each)};`,
    )
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
       events {} http { access_log off; ${folders.join(' ')} ${site} }`,
    )
    return { args: ['-c', file, '-e', join(folder, 'error.log')], env: {} }
  })
}

export async function startCaddy(ports: number[]): Promise<RealProxy> {
  return startProxy('caddy', async (folder, port) => ({
    args: ['run', '--config', join(deploy, 'Caddyfile'), '--adapter', 'caddyfile'],
    env: {
      SITE_ADDRESS: `http://127.0.0.1:${port}`,
      UPSTREAMS: ports.map(each => `127.0.0.1:${each}`).join(' '),
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  }))
}

type Start = { args: string[]; env: Record<string, string> }

async function startProxy(
  name: string,
  configure: (folder: string, port: number) => Promise<Start>,
): Promise<RealProxy> {
  const folder = mkdtempSync(join(tmpdir(), `daily-report-${name}-`))
  const port = await freePort()
  const start = await configure(folder, port)
  const child = spawn(name, start.args, {
    env: { ...withSbin, ...start.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output = (output + chunk).slice(-10_000)
    })
  const ended = new Promise(resolve => child.once('close', resolve))
  const url = `http://127.0.0.1:${port}`
  async function stop() {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const isReady = () =>
    fetch(`${url}/healthz`).then(
      reply => reply.ok || output,
      () => output,
    )
  try {
    await expect.poll(isReady).toBe(true)
  } catch (error) {
    await stop()
    throw error
  }
  return { name, url, stop }
}
