import { execFileSync } from 'node:child_process'

export const realProxiesMissing =
  'nginx or Caddy is missing: that restarts behind them fail no request is not tested; apt-get install nginx caddy'

// Only root has the folder of nginx on its PATH.
export const withSbin = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

export function hasRealProxies(): boolean {
  try {
    execFileSync('nginx', ['-v'], { env: withSbin, stdio: 'ignore' })
    execFileSync('caddy', ['version'], { env: withSbin, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
