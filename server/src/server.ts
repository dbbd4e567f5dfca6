import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '#shared/messages.ts'
import { buildApp } from './app.ts'
import { backupJob, lastBackupSeconds } from './backup/backup.job.ts'
import { type Config, ConfigError } from './config.ts'
import type { Context } from './context.ts'
import { holdInstanceLock } from './db/instance-lock.ts'
import { byCommand } from './events/event.ts'
import { featureJobs } from './features/features.ts'
import { sweepFilesJob } from './features/files/sweep-files.job.ts'
import { deleteSetupCodes, issueSetupCode, withdrawSetupCode } from './features/sign-in/setup.service.ts'
import { hasWebhooks } from './features/webhooks/webhooks.service.ts'
import { listen } from './http/listen.ts'
import { createFirstAdmin } from './identity/accounts.ts'
import { queueJob } from './jobs/job.ts'
import { isOutgoingPaused } from './jobs/outgoing-pause.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { builtWeb } from './lib/paths.ts'
import { program, programText } from './lib/program-version.ts'
import { type PrintedMail, printingMailer } from './mail/mailer.ts'
import { createLog } from './observability/log.ts'
import { openPrepared, prepareDatabase, refuseLostDatabase } from './startup/open-context.ts'
import { startFileStore } from './startup/start-file-store.ts'
import { settleTokenKey } from './startup/token-key.ts'

type Options = {
  /** The URL of the app if it differs from where this process listens (development). */
  publicUrl?: string
  /** Runs once the database is ready and before the server listens. */
  prepare?: (ctx: Context) => Promise<void>
  /** Called with each mail instead of sending it. */
  showMail?: (mail: PrintedMail) => void
}

export type RunningServer = {
  url: string
  /** How long `close` goes on serving requests. */
  stopDelayMs: number
  close(): Promise<void>
}

/** Opens the database, listens, and prints the URL of the app. */
export async function startServer(
  config: Config,
  { publicUrl, prepare, showMail }: Options = {},
): Promise<RunningServer> {
  const print = (line: string) => console.log(line)
  const log = createLog(config.logLevel)
  print(`Daily Report App ${programText}`)
  await refuseLostDatabase(config, print)
  await prepareDatabase(config, print)
  // The lock is taken before anything is read, such as the secret of the tokens, so that no restore replaces it.
  const instanceLock = await holdInstanceLock(config)
  await settleTokenKey(config, instanceLock, print).catch(async error => {
    await instanceLock.release()
    throw error
  })
  // The URL is known once the server listens; no mail is sent before.
  let url = ''
  const opened = await openPrepared(config, log)
  // Files that a crash left behind are removed once it is known that the store is that of the database.
  const sweep = () => queueJob(opened, sweepFilesJob, null, { key: 'start', restart: true })
  const fileStore = await startFileStore(opened, print, sweep)
  const ctx = {
    ...opened,
    storage: fileStore.storage,
    ...(showMail && printing(config, showMail, () => url)),
  }
  if (config.admin) await createFirstAdmin(ctx, byCommand, config.admin, trx => deleteSetupCodes(trx))
  await prepare?.(ctx)

  const app = await buildApp(ctx, {
    log,
    ...(existsSync(builtWeb) && { webRoot: builtWeb }),
    isFileStoreRefused: fileStore.isRefused,
  })
  await listen(app, config).catch(error => {
    if (!/^(ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL)$/.test(error.code)) throw error
    throw new ConfigError([`HOST: this machine can't listen on "${config.host}"`])
  })

  const { port } = app.server.address() as AddressInfo
  const listeningOn = urlOf(config, port)
  url = publicUrl ?? config.publicUrl ?? listeningOn
  const setupCode = await issueSetupCode(ctx, port)
  print(`Daily Report App is ready on ${url}`)
  log.info(program, 'ready')
  if (url === config.publicUrl) print(`It listens on ${listeningOn}`)
  if (setupCode) print(`Create the first administrator here: ${url}/setup?code=${setupCode}`)
  const wouldSend = config.mail !== undefined || (await hasWebhooks(ctx.db))
  if (wouldSend && (await isOutgoingPaused(ctx.db))) log.warn(messages.mail.pausedInLog)
  const unreadable = await ctx.countUnreadableApps()
  if (unreadable > 0) print(messages.secondStep.keyMissing(unreadable))
  const jobs = runJobs(ctx, [backupJob, ...featureJobs], { isRush: app.isRush })
  if (config.backupEverySeconds) ctx.metrics?.watchBackups(() => lastBackupSeconds(ctx))

  const stopDelayMs = config.stopDelaySeconds * 1000
  return {
    url,
    stopDelayMs,
    async close() {
      app.startStopping()
      // Other instances take the jobs over meanwhile.
      const jobsStopped = jobs.stop()
      if (stopDelayMs > 0) {
        print(`Stopping. Requests are served for ${config.stopDelaySeconds} s more.`)
        await sleep(stopDelayMs)
        await app.turnProxiesAway()
      }
      ctx.passwords.rejectWaiting()
      fileStore.stop()
      await jobsStopped
      await app.close()
      ctx.mailer.close()
      // A failure here must not prevent the shutdown: the set-up link then stays until the next start.
      if (setupCode) await withdrawSetupCode(ctx, port).catch(() => {})
      await instanceLock.release()
      await ctx.db.destroy()
    },
  }
}

/** Settings and mailer that print mails instead of sending them. */
const printing = (config: Config, print: (mail: PrintedMail) => void, publicUrl: () => string) => ({
  config: { ...config, mail: { smtpUrl: '', from: '', publicUrl: '', connections: 1 } },
  mailer: printingMailer(print, publicUrl),
})

function urlOf(config: Config, port: number): string {
  const isEverywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = isEverywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}
