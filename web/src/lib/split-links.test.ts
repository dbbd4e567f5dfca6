import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { splitLinks } from './split-links.ts'

const linksIn = (text: string) =>
  splitLinks(text)
    .filter(part => part.isLink)
    .map(part => part.text)

test('joined again it is the text, and every part says where it begins', () => {
  const piece = fc.constantFrom(
    ...'()[]{}.,;:!?\'’*_ \n"<>'.split(''),
    'http://a',
    'https://b.example/c',
    'x',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }).map(parts => parts.join('')),
      text => {
        const parts = splitLinks(text)
        expect(parts.map(part => part.text).join('')).toBe(text)
        for (const part of parts) expect(text.startsWith(part.text, part.at)).toBe(true)
      },
    ),
  )
})

test('brackets that were opened inside belong to the URL, the others to the sentence', () => {
  expect(linksIn('(see https://a.example/b_(c))')).toEqual(['https://a.example/b_(c)'])
  expect(linksIn('[https://a.example/x[1]],')).toEqual(['https://a.example/x[1]'])
  expect(linksIn('https://a.example/{a}}).')).toEqual(['https://a.example/{a}'])
})

// Each took minutes or ended the page when the end was cut off one sign after the other, with a look at the whole.
test.each([')', ']', '}', '.', ')]}', ').'])('ten thousand times %j after a URL takes linear time', sign => {
  const text = `http://a${sign.repeat(10_000)}`
  expect(splitLinks(text)).toEqual([
    { text: 'http://a', isLink: true, at: 0 },
    { text: text.slice(8), isLink: false, at: 8 },
  ])
})

test('a million brackets are no work either', () => {
  expect(linksIn(`http://a${'('.repeat(10)}${')'.repeat(1_000_000)}`)).toEqual([
    `http://a${'('.repeat(10)}${')'.repeat(10)}`,
  ])
})

test('the length and the number of URLs are limited', () => {
  const long = `https://a.example/${'x'.repeat(limits.urlMax)}`
  expect(splitLinks(long)).toEqual([{ text: long, isLink: false, at: 0 }])
  const many = 'http://a '.repeat(limits.linksPerText + 100)
  expect(linksIn(many)).toHaveLength(limits.linksPerText)
  expect(splitLinks(many).at(-1)?.text).toBe(` ${'http://a '.repeat(100)}`)
})
