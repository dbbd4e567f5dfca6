import { render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitLinks } from '../lib/split-links.ts'
import { LinkifiedText } from './linkified-text.tsx'

const linksIn = (text: string) => {
  const { unmount } = render(<LinkifiedText>{text}</LinkifiedText>)
  const links = screen.queryAllByRole('link').map(link => link.getAttribute('href'))
  unmount()
  return links
}

describe('links in written text', () => {
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
  ])('%j has nothing to click', text => {
    expect(linksIn(text)).toEqual([])
  })

  test('they open beside the app, which they can neither reach nor learn about', () => {
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

test('whatever is written comes out whole, and what can be clicked is http(s)', () => {
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
