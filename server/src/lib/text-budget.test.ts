import { expect, test, vi } from 'vitest'
import { TextBudget } from './text-budget.ts'

test('texts that fit together stay whole', () => {
  const budget = new TextBudget(6)
  expect([budget.take('abc'), budget.take(''), budget.take('é'), budget.take('d')]).toEqual([
    'abc',
    '',
    'é',
    'd',
  ])
  expect(budget.isShortened).toBe(false)
})

test('the first text that does not fit is cut, and nothing is left of those that follow', () => {
  const budget = new TextBudget(5)
  expect([budget.take('abc'), budget.take('defg'), budget.take('h'), budget.take('')]).toEqual([
    'abc',
    'de…',
    '…',
    '',
  ])
  expect(budget.isShortened).toBe(true)
})

test('counts bytes of UTF-8 and never cuts a character in two', () => {
  expect(new TextBudget(7).take('報報報')).toBe('報報…')
  expect(new TextBudget(7).take('a😀😀')).toBe('a😀…')
})

test.each([
  ['\u0001\u0001\u0001', 13, '\u0001\u0001…'],
  ['a\n"\\b', 6, 'a\n"…'],
  ['\n報\n', 6, '\n報…'],
  ['"😀😀', 9, '"😀…'],
  ['\ud800\ud800', 11, '\ud800…'],
  ['\u007f\u0080\u2028\u2028', 8, '\u007f\u0080\u2028…'],
])('counts what JSON makes of %j', (text, bytes, cut) => {
  expect(new TextBudget(bytes).take(text)).toBe(cut)
  const whole = new TextBudget(Buffer.byteLength(JSON.stringify(text)) - 2)
  expect(whole.take(text)).toBe(text)
  expect(whole.bytesLeft).toBe(0)
})

test('a missing text takes no bytes', () => {
  const budget = new TextBudget(0)
  expect(budget.takeOptional(null)).toBe(null)
  expect(budget.isShortened).toBe(false)
})

test('a value that can not be cut leaves nothing for those that follow if it does not fit', () => {
  const budget = new TextBudget(5)
  expect([budget.spend(3), budget.isShortened, budget.spend(3), budget.isShortened]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(budget.take('a')).toBe('…')
})

test('counts every character as JSON writes it', () => {
  const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code))
  const halves = [
    '\ud7ff',
    '\ud800',
    '\udbff',
    '\udc00',
    '\udfff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{10ffff}',
  ]
  const wrong = [...characters, ...halves].filter(character => {
    // With a quote, the shortcut for plain texts isn't taken.
    const text = `"${character}`
    const bytes = Buffer.byteLength(JSON.stringify(text)) - 2
    const [enough, tooLittle] = [new TextBudget(bytes), new TextBudget(bytes - 1)]
    return enough.take(text) !== text || enough.bytesLeft !== 0 || tooLittle.take(text) !== '"…'
  })
  expect(wrong).toEqual([])
})

test('a text is measured without calling JSON.stringify', () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  new TextBudget(40_000).take('\u0001'.repeat(10_000))
  new TextBudget(60_000).take('\u0001'.repeat(10_000))
  expect(stringify).not.toHaveBeenCalled()
  stringify.mockRestore()
})
