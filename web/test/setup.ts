import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { startConsoleWatch } from './console-watch.ts'

/**
 * A query by role reads `display` and `visibility` of every ancestor of every element. Component tests load no style
 * sheets, so the tag and the style attributes decide; computing all properties of all ancestors took a tenth of all
 * tests' processor time. happy-dom computes everything else.
 */
export function speedUpComputedStyle() {
  const whole = window.getComputedStyle.bind(window)
  const displayOfTag = new Map<string, string>()

  const displayOf = (element: Element, style: CSSStyleDeclaration) => {
    // An open dialog is shown and a closed one is not.
    const isByTag = element.isConnected && !element.hasAttribute('style') && element.localName !== 'dialog'
    if (!isByTag) return style.display
    const known = displayOfTag.get(element.localName)
    if (known !== undefined) return known
    displayOfTag.set(element.localName, style.display)
    return style.display
  }
  const visibilityOf = (element: Element, style: CSSStyleDeclaration) => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (at.getAttribute('style')?.includes('visibility')) return style.visibility
    return ''
  }

  window.getComputedStyle = (element, pseudoElement) => {
    const style = whole(element, pseudoElement)
    if (pseudoElement) return style
    const answer = (name: string | symbol) => {
      if (name === 'display') return displayOf(element, style)
      if (name === 'visibility') return visibilityOf(element, style)
      return undefined
    }
    return new Proxy(style, {
      get(target, name) {
        if (name === 'getPropertyValue')
          return (property: string) => answer(property) ?? target.getPropertyValue(property)
        const value = answer(name) ?? Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
}

configure({
  // Pages load lazily, and the machine may be busy with other tests.
  asyncUtilTimeout: 20_000,
  // A waiting query fails at every attempt until it succeeds, so the page is printed only when the message is read (5 % of
  // all tests' processor time).
  getElementError(message, container) {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    const shown = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
    return Object.defineProperty(error, 'message', { get: shown, configurable: true })
  },
})

speedUpComputedStyle()

// React records for every element where it was created, for its warnings (12 % of all tests' processor time). With this
// counter at its limit it doesn't; warnings still come, without that place.
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
