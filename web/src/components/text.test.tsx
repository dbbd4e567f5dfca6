import { render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { LinkifiedText, splitLinks } from './text.tsx'

const linksIn = (text: string) => {
  const { unmount } = render(<LinkifiedText>{text}</LinkifiedText>)
  const links = screen.queryAllByRole('link').map(link => link.getAttribute('href'))
  unmount()
  return links
}

describe('links in a text', () => {
  test.each([
    ['see https://example.com/a?b=1#c for more', ['https://example.com/a?b=1#c']],
    ['http://a.example and https://b.example', ['http://a.example', 'https://b.example']],
    ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
    ['Done: https://example.com/x.', ['https://example.com/x']],
    ['(https://example.com/x)', ['https://example.com/x']],
    ['https://en.wikipedia.org/wiki/Bug_(software)!', ['https://en.wikipedia.org/wiki/Bug_(software)']],
    ['line one\nhttps://example.com\nline three', ['https://example.com']],
  ])('%j', (text, expected) => {
    expect(linksIn(text)).toEqual(expected)
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x ftp://example.com file:///etc/passwd mailto:a@b.example',
    'www.example.com example.com',
    'https:// http://. https:/example.com xhttps://example.com',
    '<a href="javascript:alert(1)">x</a>',
  ])('%j has no links', text => {
    expect(linksIn(text)).toEqual([])
  })

  test('links open in a new tab, without an opener or a referrer', () => {
    render(<LinkifiedText>https://example.com</LinkifiedText>)
    expect(screen.getByRole('link')).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  })
})

test('every character is shown, and nothing is markup', () => {
  const text = 'first\n\n  second <b>bold</b> https://example.com/x, third'
  const { container } = render(<LinkifiedText>{text}</LinkifiedText>)
  expect(container.textContent).toBe(text)
  expect(container.querySelector('b')).toBeNull()
})

test('any text is shown whole, and only http(s) URLs are links', () => {
  const pieces = fc.constantFrom(
    'http://',
    'https://',
    'a.b',
    '/x',
    ' ',
    '\n',
    '(',
    ')',
    '.',
    'javascript:',
    '"',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string())), words => {
      const text = words.join('')
      const parts = splitLinks(text)
      expect(parts.map(part => part.text).join('')).toBe(text)
      for (const { text: link } of parts.filter(part => part.isLink)) {
        expect(new URL(link).protocol).toMatch(/^https?:$/)
      }
    }),
  )
})

const splitOff = (text: string) =>
  splitLinks(text)
    .filter(part => part.isLink)
    .map(part => part.text)

test('the parts joined are the text again, and each has the index at which it begins', () => {
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
  expect(splitOff('(see https://a.example/b_(c))')).toEqual(['https://a.example/b_(c)'])
  expect(splitOff('[https://a.example/x[1]],')).toEqual(['https://a.example/x[1]'])
  expect(splitOff('https://a.example/{a}}).')).toEqual(['https://a.example/{a}'])
})

// Each took minutes when the end was cut off character by character with a search through the whole text.
test.each([')', ']', '}', '.', ')]}', ').'])('ten thousand times %j after a URL takes linear time', sign => {
  const text = `http://a${sign.repeat(10_000)}`
  expect(splitLinks(text)).toEqual([
    { text: 'http://a', isLink: true, at: 0 },
    { text: text.slice(8), isLink: false, at: 8 },
  ])
})

test('a million brackets after a URL take linear time too', () => {
  expect(splitOff(`http://a${'('.repeat(10)}${')'.repeat(1_000_000)}`)).toEqual([
    `http://a${'('.repeat(10)}${')'.repeat(10)}`,
  ])
})

test('the length and the number of URLs are limited', () => {
  const long = `https://a.example/${'x'.repeat(limits.urlMax)}`
  expect(splitLinks(long)).toEqual([{ text: long, isLink: false, at: 0 }])
  const many = 'http://a '.repeat(limits.linksPerText + 100)
  expect(splitOff(many)).toHaveLength(limits.linksPerText)
  expect(splitLinks(many).at(-1)?.text).toBe(` ${'http://a '.repeat(100)}`)
})
