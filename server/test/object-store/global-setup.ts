import type { TestProject } from 'vitest/node'
import { startObjectStore } from './object-store.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of this run's S3-compatible store: `inject('objectStoreUrl')`. */
    objectStoreUrl: string
  }
}

/** Starts one store for the whole run; each test file makes its own bucket. */
export default async function setup(project: TestProject) {
  // Without a listener these signals would end the process before it could stop the store.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const store = await startObjectStore()
  project.provide('objectStoreUrl', store.url)
  return () => store.remove()
}
