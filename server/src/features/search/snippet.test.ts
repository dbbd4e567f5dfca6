import { expect, test } from 'vitest'
import { searchedWords } from '#shared/search-words.ts'
import { snippetOf } from './snippet.ts'

const marked = (texts: string[], q: string) =>
  snippetOf(texts, searchedWords(q))
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('')

test.each([
  [['Called the customer about the portal.'], 'cust portal', 'Called the [customer] about the [portal].'],
  [['Über die STRASSE gegangen'], 'straße uber', '[Über] die [STRASSE] gegangen'],
  [["O’Brien and O'Brien"], "o'brien", "[O’Brien] and [O'Brien]"],
  [['月次報告書を書きました'], '報告書', '月次[報告書]を書きました'],
  [['', 'Nothing here', 'The plan:\n\n  call Omar'], 'omar', 'The plan: · call [Omar]'],
  [['The plan:\n- call Omar\n- write to Max'], 'omar', 'The plan: · call [Omar] · write to Max'],
  [['Fixed the import\nCalled Omar \n\nStand-up'], 'omar', 'Fixed the import · Called [Omar] · Stand-up'],
  [['First text', 'Second text'], 'elsewhere', 'First text'],
  [['', '  '], 'x', ''],
])('the snippet of %j for %j', (texts, q, snippet) => {
  expect(marked(texts, q)).toBe(snippet)
})

test('a long text is cut around the first hit, between words', () => {
  const text = `${'before '.repeat(200)}hit ${'after '.repeat(200)}`
  const snippet = marked([text], 'hit')
  expect(snippet).toMatch(/^…(before )+\[hit\] (after )+after…$/)
  expect(snippet.length).toBeLessThan(170)
})

test('a text is not cut beside the dot between two lines', () => {
  const text = `${'x'.repeat(30)}\n \n${'before '.repeat(5)}hit\n${'after \n'.repeat(200)}`
  expect(marked([text], 'hit')).toMatch(/^…(before )+\[hit\]( · after)+…$/)
})

test('a text without spaces is cut as well, and no emoji in half', () => {
  const snippet = snippetOf([`${'👍'.repeat(300)}hit${'👍'.repeat(300)}`], ['hit'])
  expect(snippet.map(({ hit }) => hit)).toEqual([false, true, false])
  expect(snippet.every(({ text }) => text.isWellFormed())).toBe(true)
  expect(marked(['x'.repeat(5000)], 'xx')).toMatch(/^\[x{160}\]…$/)
})
