import { expect, test } from 'vitest'
import { cutText, onOneLine } from './cut-text.ts'

test('a text that fits stays, a longer one ends in an ellipsis, and no emoji is cut in half', () => {
  expect(cutText('four', 4)).toBe('four')
  expect(cutText('😀😀', 2)).toBe('😀😀')
  expect(cutText('one two', 4)).toBe('one…')
  const cut = cutText(`a${'😀'.repeat(3)}`, 2)
  expect([cut, cut.isWellFormed()]).toEqual(['a😀…', true])
})

test('line breaks become spaces', () => {
  expect(onOneLine(' Max\r\nBcc: eve\t\n x ')).toBe('Max Bcc: eve x')
  expect(onOneLine('a\rb\u0085c\u2028d\u2029e\vf\fg')).toBe('a b c d e f g')
})
