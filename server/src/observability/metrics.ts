import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Config } from '../config.ts'
import { fileFolder, freeBytes } from '../lib/disk-space.ts'
import { queryTimes } from './query-times.ts'
import { createRegistry } from './registry.ts'

const sampledEveryMs = 10

export type Metrics = ReturnType<typeof createMetrics>

/** What this process tells about itself. Only made where somebody may ask (METRICS_TOKEN). */
export function createMetrics() {
  const registry = createRegistry()
  const requests = registry.histogram(
    'http_request_duration_seconds',
    'From the first byte of a request to the last byte of its response, by route template.',
  )
  const queries = registry.histogram(
    'db_query_duration_seconds',
    'Duration of one statement, by the route that ran it.',
  )
  const jobs = registry.counter('jobs_total', 'Runs of background jobs, by kind and result.')
  let inFlight = 0
  registry.read('gauge', 'http_requests_in_flight', 'Requests in progress.', () => inFlight)
  const delay = monitorEventLoopDelay({ resolution: sampledEveryMs })
  delay.enable()
  // It tells the time between two samples; what is more than their distance is delay.
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - sampledEveryMs / 1e3) : 0
  registry.read('gauge', 'nodejs_eventloop_delay_p50_seconds', 'Since the last scrape.', () =>
    seconds(delay.percentile(50)),
  )
  registry.read('gauge', 'nodejs_eventloop_delay_p99_seconds', 'Since the last scrape.', () =>
    seconds(delay.percentile(99)),
  )
  registry.read('gauge', 'nodejs_eventloop_delay_max_seconds', 'Since the last scrape.', () =>
    seconds(delay.max),
  )
  const used = (kind: 'user' | 'system') => process.cpuUsage()[kind] / 1e6
  registry.read('counter', 'process_cpu_user_seconds_total', 'CPU time.', () => used('user'))
  registry.read('counter', 'process_cpu_system_seconds_total', 'CPU time in the kernel.', () =>
    used('system'),
  )
  registry.read('gauge', 'process_resident_memory_bytes', 'Memory of the process.', () =>
    process.memoryUsage.rss(),
  )
  registry.read(
    'gauge',
    'nodejs_heap_used_bytes',
    'JavaScript objects.',
    () => process.memoryUsage().heapUsed,
  )
  registry.read(
    'gauge',
    'process_start_time_seconds',
    'When the process started, in Unix time.',
    () => performance.timeOrigin / 1000,
  )

  return {
    requestBegan: () => void inFlight++,
    requestEnded: () => void inFlight--,
    requestAnswered: (labels: { method: string; route: string; status: string }, took: number) =>
      requests.observe(labels, took),
    queryLog: queryTimes((route, took) => queries.observe({ route }, took)),
    watchPasswords({ load }: { load(): { waiting: number; running: number } }) {
      registry.read('gauge', 'password_queue_length', 'Passwords waiting to be hashed.', () => load().waiting)
      registry.read('gauge', 'password_hashes_running', 'Passwords being hashed.', () => load().running)
    },
    watchDisks(config: Config) {
      const free = (name: string, help: string, folder: string) =>
        registry.read('gauge', name, help, () => freeBytes(folder))
      free('data_dir_free_bytes', 'Room on the disk of DATA_DIR.', config.dataDir)
      const files = fileFolder(config)
      if (files) free('file_store_free_bytes', 'Room on the disk of the uploaded files.', files)
    },
    watchBackups(lastSeconds: () => Promise<number>) {
      registry.read(
        'gauge',
        'backup_last_success_timestamp_seconds',
        'Start time of the newest complete scheduled backup, in Unix time; 0 if there is none.',
        lastSeconds,
      )
    },
    watchJobs(countDue: () => Promise<number>) {
      registry.read('gauge', 'jobs_due', 'Background jobs that are due and not finished.', countDue)
    },
    jobEnded: (kind: string, result: 'done' | 'failed') => jobs.add({ kind, result }),
    async text() {
      const text = await registry.text()
      delay.reset()
      return text
    },
    stop: () => delay.disable(),
  }
}
