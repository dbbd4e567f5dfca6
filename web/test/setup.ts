import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { answerCommonStylesQuickly } from './computed-style.ts'
import { startConsoleWatch } from './console-watch.ts'

configure({
  // Pages load lazily, and the machine may be busy with other tests.
  asyncUtilTimeout: 20_000,
  // A query that waits fails at every look until it succeeds: the page is printed when a failure is read, not for each of
  // them (5 % of all tests' processor time).
  getElementError(message, container) {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    const shown = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
    return Object.defineProperty(error, 'message', { get: shown, configurable: true })
  },
})

answerCommonStylesQuickly()

// React notes for every element where it was made, to say so in a warning (12 % of all tests' processor time). It stops
// at ten thousand a second by this counter; warnings come as before, without that place.
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set: () => {} })

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
