import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { composeMail, type Mail } from './compose-mail.ts'

const mailWith = (quotes: readonly string[]): Mail => ({
  to: { name: 'Dina', email: 'dina@example.com' },
  subject: 'Comments',
  paragraphs: quotes.flatMap((quote, index) => [
    { lines: [{ text: `Max commented ${index}`, path: '/reports/1' }] },
    { quote },
  ]),
  reason: 'A test.',
})
const bytesOf = ({ text, html }: ReturnType<typeof composeMail>) =>
  Buffer.byteLength(text) + Buffer.byteLength(html)

const pieces = ['word ', '<&>"\'', 'é', '字', '😀', '\n', '\r\n', '\u0001', 'a\n\n   b', '=']

test('quotes that are too long fill a mail to its limit, whatever they are made of', () => {
  const quote = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map(some =>
    `x${some
      .join('')
      .repeat(limits.commentMax)
      .slice(0, limits.commentMax - 1)}`.toWellFormed(),
  )
  fc.assert(
    fc.property(fc.array(quote, { minLength: limits.mailItems, maxLength: limits.mailItems }), quotes => {
      const forms = composeMail(mailWith(quotes), 'https://reports.example.com')
      expect(forms.text.isWellFormed() && forms.html.isWellFormed()).toBe(true)
      expect(bytesOf(forms)).toBeLessThanOrEqual(140_000)
      // Blanks at the end of a cut are left out, and their room is for the next quote.
      const isCut = forms.text.includes('…')
      if (isCut && quotes.every(one => /\S.{0,20}$/.test(one)))
        expect(bytesOf(forms)).toBeGreaterThan(135_000)
    }),
    { numRuns: 30 },
  )
})

test('a quote whose end is blank leaves its room to the next one', () => {
  const blank = `x${'\n'.repeat(limits.commentMax - 1)}`
  const long = 'y'.repeat(limits.commentMax)
  const { text } = composeMail(mailWith([...Array(19).fill(blank), long]), 'https://reports.example.com')
  expect(text).toContain(long)
})

test('a longest mail is measured without a call for each character, which would take half of its time', () => {
  const byteLength = vi.spyOn(Buffer, 'byteLength')
  onTestFinished(() => byteLength.mockRestore())
  composeMail(
    mailWith(Array(limits.mailItems).fill('y'.repeat(limits.commentMax))),
    'https://reports.example.com',
  )
  expect(byteLength.mock.calls.length).toBeGreaterThan(0)
  expect(byteLength.mock.calls.length).toBeLessThan(100)
})
