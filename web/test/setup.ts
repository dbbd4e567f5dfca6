import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { startConsoleWatch } from './console-watch.ts'

// Pages load lazily, and the machine may be busy with other tests.
configure({ asyncUtilTimeout: 20_000 })

let unexpected: () => string[]

beforeEach(() => {
  unexpected = startConsoleWatch()
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(unexpected(), 'the console stays quiet').toEqual([])
})
