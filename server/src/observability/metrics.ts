import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { fileFolder, freeBytes } from '../lib/disk.ts'
import { program } from '../lib/program-version.ts'
import { queryTimes } from './query-times.ts'

const sampledEveryMs = 10

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics of this process; created only if METRICS_TOKEN is set. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last byte of its response, by route template.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const queries = new Histogram({
    name: 'db_query_duration_seconds',
    help: 'Duration of one statement, by the route that ran it.',
    labelNames: ['route'],
    registers,
  })
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Runs of background jobs, by kind and result.',
    labelNames: ['kind', 'result'],
    registers,
  })
  /** A metric whose value is read on each scrape. If that fails, only this metric is left out. */
  function gauge(name: string, help: string, read: () => Promise<number> | number) {
    // A metric that is registered again, such as that of restarted jobs, replaces the former one.
    registry.removeSingleMetric(name)
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await read())
        } catch {
          this.remove()
        }
      },
    })
  }
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const delay = monitorEventLoopDelay({ resolution: sampledEveryMs })
  delay.enable()
  // The histogram measures the time between two samples, so the sampling interval is subtracted.
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - sampledEveryMs / 1e3) : 0
  gauge('nodejs_eventloop_delay_p50_seconds', 'Since the last scrape.', () => seconds(delay.percentile(50)))
  gauge('nodejs_eventloop_delay_p99_seconds', 'Since the last scrape.', () => seconds(delay.percentile(99)))
  gauge('nodejs_eventloop_delay_max_seconds', 'Since the last scrape.', () => seconds(delay.max))
  const used = (kind: 'user' | 'system') => process.cpuUsage()[kind] / 1e6
  counter('process_cpu_user_seconds_total', 'CPU time.', () => used('user'))
  counter('process_cpu_system_seconds_total', 'CPU time in the kernel.', () => used('system'))
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  gauge('nodejs_heap_used_bytes', 'JavaScript objects.', () => process.memoryUsage().heapUsed)
  gauge(
    'process_start_time_seconds',
    'When the process started, in Unix time.',
    () => performance.timeOrigin / 1000,
  )

  // The value is always 1: dashboards show its labels, or join them to other metrics.
  new Gauge({
    name: 'build_info',
    help: 'The running version and commit.',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version: program.version, commit: program.commit ?? '' }, 1)

  return {
    watchRequests(inProgress: () => number) {
      gauge('http_requests_in_flight', 'Requests in progress.', inProgress)
    },
    requestAnswered: (labels: { method: string; route: string; status: string }, took: number) =>
      requests.observe(labels, took),
    queryLog: queryTimes((route, took) => queries.observe({ route }, took)),
    watchPasswords({ load }: { load(): { waiting: number; running: number } }) {
      gauge('password_queue_length', 'Passwords waiting to be hashed.', () => load().waiting)
      gauge('password_hashes_running', 'Passwords being hashed.', () => load().running)
    },
    watchDisks(config: Config) {
      const free = (name: string, help: string, folder: string) => gauge(name, help, () => freeBytes(folder))
      free('data_dir_free_bytes', 'Room on the disk of DATA_DIR.', config.dataDir)
      const files = fileFolder(config)
      if (files) free('file_store_free_bytes', 'Room on the disk of the uploaded files.', files)
    },
    watchBackups(lastSeconds: () => Promise<number>) {
      gauge(
        'backup_last_success_timestamp_seconds',
        'Start time of the newest complete scheduled backup, in Unix time; 0 if there is none.',
        lastSeconds,
      )
    },
    watchJobs(countDue: () => Promise<number>) {
      gauge('jobs_due', 'Background jobs that are due and not finished.', countDue)
    },
    jobEnded: (kind: string, result: 'done' | 'failed') => jobs.inc({ kind, result }),
    async text() {
      const text = await registry.metrics()
      delay.reset()
      return text
    },
    stop: () => delay.disable(),
  }
}
