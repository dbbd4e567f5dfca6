import { fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { switchKeys, useCommandK, useKeys } from './shortcuts.tsx'

const next = vi.fn()
const review = vi.fn()
const help = vi.fn()
const find = vi.fn()

function Screen({ hasDialog = false }) {
  useKeys({ j: next, r: review, '?': help, '/': find, x: undefined })
  useCommandK(find)
  return (
    <>
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Chosen" />
      <textarea aria-label="Comment" />
      <select aria-label="Role" />
      <button type="button">Press</button>
      {hasDialog && (
        <Dialog title="Sure?" onClose={() => {}}>
          <p>Really</p>
        </Dialog>
      )}
    </>
  )
}

afterEach(() => {
  vi.clearAllMocks()
  switchKeys(true)
})

const press = (key: string, init: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init })

test('a key that is pressed as soon as the page is visible counts', () => {
  function PressedAtOnce() {
    useLayoutEffect(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    })
    return <Screen />
  }
  render(<PressedAtOnce />)
  expect(next).toHaveBeenCalledTimes(1)
})

test('a key calls its action, also on a focused button, a check box and with Caps Lock', () => {
  render(<Screen />)
  press('j')
  press('J')
  press('j', {}, screen.getByRole('button', { name: 'Press' }))
  press('j', {}, screen.getByLabelText('Chosen'))
  expect(next).toHaveBeenCalledTimes(4)
  press('?', { shiftKey: true })
  expect(help).toHaveBeenCalledTimes(1)
  press('x')
  press('toString')
})

test('some keyboards need Shift for "/"', () => {
  render(<Screen />)
  press('/')
  press('/', { shiftKey: true })
  expect(find).toHaveBeenCalledTimes(2)
  press('/', {}, screen.getByLabelText('Comment'))
  expect(find).toHaveBeenCalledTimes(2)
})

describe('Ctrl+K and Cmd+K', () => {
  test.each(['ctrlKey', 'metaKey'])(
    'fire with %s, also in a field and while single keys are switched off',
    name => {
      render(<Screen />)
      switchKeys(false)
      // `fireEvent` returns false if the browser's own action was prevented.
      expect(press('k', { [name]: true })).toBe(false)
      expect(press('K', { [name]: true }, screen.getByLabelText('Name'))).toBe(false)
      expect(find).toHaveBeenCalledTimes(2)
    },
  )

  test.each(['altKey', 'shiftKey', 'metaKey', 'isComposing', 'repeat'])(
    'do not fire together with %s',
    name => {
      render(<Screen />)
      press('k', { ctrlKey: true, [name]: true })
      expect(find).not.toHaveBeenCalled()
    },
  )

  test('do not fire while a dialog is open, and the browser opens nothing either', () => {
    render(<Screen hasDialog />)
    expect(press('k', { ctrlKey: true })).toBe(false)
    expect(find).not.toHaveBeenCalled()
  })

  test('on a Mac, Ctrl+K in a text field edits the text', () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    render(<Screen />)
    expect(press('k', { ctrlKey: true }, screen.getByLabelText('Name'))).toBe(true)
    expect(find).not.toHaveBeenCalled()
    press('k', { metaKey: true }, screen.getByLabelText('Name'))
    press('k', { ctrlKey: true })
    expect(find).toHaveBeenCalledTimes(2)
  })
})

test.each(['Name', 'Comment', 'Role'])('no key fires while the user is in %s', label => {
  render(<Screen />)
  press('j', {}, screen.getByLabelText(label))
  expect(next).not.toHaveBeenCalled()
})

test.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'isComposing'])('no key fires with %s', name => {
  render(<Screen />)
  press('r', { [name]: true })
  expect(review).not.toHaveBeenCalled()
})

test('no key fires while a dialog is open', () => {
  render(<Screen hasDialog />)
  press('r')
  expect(review).not.toHaveBeenCalled()
})

test('a key that is held down moves on repeatedly but reviews only once', () => {
  render(<Screen />)
  press('j', { repeat: true })
  press('r', { repeat: true })
  expect(next).toHaveBeenCalledTimes(1)
  expect(review).not.toHaveBeenCalled()
})

test('no key fires when shortcuts are switched off, and the root element is marked', () => {
  render(<Screen />)
  switchKeys(false)
  press('j')
  press('?')
  expect(next).not.toHaveBeenCalled()
  expect(help).not.toHaveBeenCalled()
  expect(document.documentElement).toHaveAttribute('data-keys', 'off')
  switchKeys(true)
  press('j')
  expect(next).toHaveBeenCalledTimes(1)
  expect(document.documentElement).not.toHaveAttribute('data-keys')
})
