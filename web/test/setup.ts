import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { startConsoleWatch } from './console-watch.ts'

// Pages load lazily, and the machine may be busy with other tests.
configure({ asyncUtilTimeout: 20_000 })

// A page in a test is never idle: what is loaded ahead would arrive in the middle of another step.
vi.mock('../src/lib/when-idle.ts', () => ({ whenIdle: () => () => {} }))

let unexpected: () => string[]

beforeEach(() => {
  unexpected = startConsoleWatch()
})

afterEach(() => {
  cleanup()
  resetDocument()
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(unexpected(), 'the console stays quiet').toEqual([])
})

/** The next test, and the next file of this worker, starts on an empty page. */
function resetDocument() {
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.body.replaceChildren()
  document.title = ''
  window.history.replaceState(null, '', '/')
}
