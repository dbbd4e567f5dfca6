import { render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { LinkifiedText, splitLinks, splitLists } from './text.tsx'

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

test('every character is shown, and none is interpreted as markup', () => {
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

describe('lists in a text', () => {
  const lists = (text: string) => {
    const { container, unmount } = render(<LinkifiedText>{text}</LinkifiedText>)
    const found = [...container.querySelectorAll('ul, ol')].map(list => [
      list.tagName.toLowerCase(),
      ...[...list.children].map(item => item.textContent),
    ])
    unmount()
    return found
  }

  test.each([
    ['- one\n- two', [['ul', 'one', 'two']]],
    ['* one\n• two', [['ul', 'one', 'two']]],
    ['1. one\n2) two', [['ol', 'one', 'two']]],
    ['Before:\n\n- one\n\nAfter', [['ul', 'one']]],
    ['- one\n  goes on\n- two', [['ul', 'one\ngoes on', 'two']]],
    [
      '1. one\n  - inner\n2. two',
      [
        ['ol', 'one'],
        ['ul', 'inner'],
        ['ol', 'two'],
      ],
    ],
    ['- <b>one</b>', [['ul', '<b>one</b>']]],
  ])('%j', (text, expected) => {
    expect(lists(text)).toEqual(expected)
  })

  test.each(['-one', '--- ', '- ', '1.5 hours', '2026. A year', 'a - b', '-5', '[link] x', '**bold**'])(
    '%j is no list',
    text => {
      expect(lists(text)).toEqual([])
    },
  )

  test('numbers stay as they were written', () => {
    render(<LinkifiedText>{'3. three\n5. five'}</LinkifiedText>)
    expect(screen.getAllByRole('listitem').map(item => item.getAttribute('value'))).toEqual(['3', '5'])
  })

  test('a check box says whether it is done', () => {
    render(<LinkifiedText>{'- [ ] call\n- [x] write\n[X] send'}</LinkifiedText>)
    const names = screen.getAllByRole('img').map(box => box.getAttribute('aria-label'))
    expect(names).toEqual(['Not done', 'Done', 'Done'])
    expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(['call', 'write', 'send'])
  })

  test('links in items are links, and mentions are marked', () => {
    render(<LinkifiedText mark={text => <b>{text}</b>}>{'- see https://example.com/x'}</LinkifiedText>)
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.com/x')
    expect(screen.getByText('see').tagName).toBe('B')
  })

  test('no word of a text is lost, and beyond the limit lines stay text', () => {
    const line = fc.constantFrom('- a', '1. b', '  - c', '- [x] d', '   e', 'f', '', '-', '\t2) g', ' - - h')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), lines => {
        const text = lines.join('\n')
        const shown = splitLists(text)
          .flatMap(block => ('items' in block ? block.items.map(item => item.text) : block.text))
          .join('\n')
        expect(shown.match(/[a-h]/g)).toEqual(text.replaceAll('[x]', '').match(/[a-h]/g))
      }),
    )
    const many = splitLists('- x\n'.repeat(limits.listItemsPerText + 2))
    expect(many.at(-1)).toMatchObject({ text: '- x\n- x\n' })
  })

  test('a long line of spaces or marks takes linear time', () => {
    for (const text of [' '.repeat(1_000_000), `-${' '.repeat(1_000_000)}`, '- '.repeat(500_000)])
      splitLists(text)
  })
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

// An implementation that searches the whole text again for each character that it cuts off would take minutes.
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
