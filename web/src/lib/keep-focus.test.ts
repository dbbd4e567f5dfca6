import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'setTimeout', 'clearTimeout'],
  })
})
afterEach(() => vi.useRealTimers())

function openPage() {
  document.body.innerHTML = '<main tabindex="-1"></main><button type="button">Delete</button>'
  const [main, button] = [...document.body.children] as [HTMLElement, HTMLElement]
  button.focus()
  keepFocus(main)
  return { main, button }
}

test('the focus goes to the fallback once its element is removed, some seconds later too', () => {
  const { main, button } = openPage()
  vi.advanceTimersByTime(3000)
  expect(button).toBe(document.activeElement)
  button.remove()
  vi.advanceTimersByTime(100)
  expect(document.activeElement).toBe(main)
})

test('a click beside everything leaves it nowhere', () => {
  const { button } = openPage()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  button.blur()
  vi.advanceTimersByTime(1000)
  expect(document.activeElement).toBe(document.body)
})
