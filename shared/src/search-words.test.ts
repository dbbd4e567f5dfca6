import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOneLetter, matches, placedWords, searchedWords, wholeName, wordsOf } from './search-words.ts'

test.each([
  ['Customer Portal', ['customer', 'portal']],
  ['Müller MU\u0308LLER Łódź Ørsted Straße Đà Nẵng', ['muller', 'lodz', 'orsted', 'strasse', 'da', 'nang']],
  ['Œuvre Ærø Þór ısı İstanbul ﬁle', ['oeuvre', 'aero', 'thor', 'isi', 'istanbul', 'file']],
  ['ΟΔΟΣ οδός', ['οδοσ']],
  ["O'Brien’s don't", ['obriens', 'dont']],
  ['multi-agent, user@example.com', ['multi', 'agent', 'user', 'example', 'com']],
  ['v1.1.6 https://a.example/x_y?z=1', ['v1', '1', '6', 'https', 'a', 'example', 'x', 'y', 'z']],
  ['報告書', ['報告', '告書', '書']],
  ['Q3報告と５月', ['q3', '報告', '告と', 'と', '5', '月']],
  ['がんばる', ['かん', 'んは', 'はる', 'る']],
  ['한국어', ['한국', '국어', '어']],
  ['한국어'.normalize('NFD'), ['한국', '국어', '어']],
  ['ภาษา', ['ภา', 'าษ', 'ษา', 'า']],
  ['so\u00adft zero\u200bwidth', ['soft', 'zero', 'width']],
  ['🎉 – … “”', []],
  ['', []],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('a long word is cut, so that every index can store it', () => {
  expect(wordsOf('x'.repeat(5000))).toEqual(['x'.repeat(64)])
  expect(searchedWords('x'.repeat(200))).toEqual(['x'.repeat(64)])
})

test.each([
  ['portal customer', ['portal', 'customer']],
  ['cust Customer', ['customer']],
  ['1 12 1.1', ['1', '12']],
  ['報告書', ['報告', '告書']],
  ['報', ['報']],
  ['"; drop table users; --', ['drop', 'table', 'users']],
  ['a AND b OR NOT NEAR(x*)', ['and', 'b', 'or', 'not', 'near', 'x']],
  ['*', []],
  ['👍🏽', []],
])('the words searched for with %j', (text, words) => {
  expect(searchedWords(text)).toEqual(words)
})

test('each word knows the part of the text that it was made of', () => {
  const text = 'Die „Straße“ nach Łódź: O’Brien, 報告書'
  const parts = placedWords(text).map(({ start, end }) => text.slice(start, end))
  expect(parts).toEqual(['Die', 'Straße', 'nach', 'Łódź', 'O’Brien', '報告', '告書', '書'])
})

test('the words with their places are those without', () => {
  const letters = fc.constantFrom(..."aZé \u0301ßİς'’報告한ᄒ\u1161ภ\u0e31👍1²ﬁ-.\n", '𝐀', '\ud800')
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: letters })), text => {
      expect([...new Set(placedWords(text).map(({ word }) => word))]).toEqual(wordsOf(text))
    }),
  )
})

test('a word is found by its beginning, a digit only as a whole', () => {
  expect(matches('customer', 'cust')).toBe(true)
  expect(matches('customer', 'customers')).toBe(false)
  expect(matches('12', '1')).toBe(false)
  expect(matches('1', '1')).toBe(true)
  expect(['a', 'ß', '報', '1', 'ab'].map(isOneLetter)).toEqual([true, true, false, false, false])
})

test('a whole name keeps the order of its words', () => {
  expect(wholeName('  Customer-Portal (Łódź) ')).toBe('customer_portal_lodz')
  expect(wholeName('報告 書')).toBe('報告_書')
})
