import type { TestProject } from 'vitest/node'
import { startObjectStore } from './object-store.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of this run's S3-compatible store: `inject('objectStoreUrl')`. */
    objectStoreUrl: string
  }
}

/** One store for the whole run; each test file makes a bucket of its own in it. */
export default async function setup(project: TestProject) {
  // Without a listener these would end the process before it could end the store.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const store = await startObjectStore()
  project.provide('objectStoreUrl', store.url)
  return () => store.remove()
}
