import { describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { composeBody } from './compose.ts'
import { kinds } from './webhook-kinds.ts'

const publicUrl = 'https://reports.example.com'
const content = (message: { text: string; quote?: string | null }, data: object = { id: 7 }) => ({
  ...{ type: 'report.submitted', timestamp: '2026-03-10T16:00:00.000Z', data },
  message: { path: '/admin/reports/7', ...message },
})

const hostile =
  '@here <!channel> <@U123> *bold* _soft_ ~gone~ `code` [click](https://evil.example) a_b_c & more'

describe('a message for Slack', () => {
  test('is one sentence with a link and a quote', () => {
    const body = composeBody('slack', content({ text: 'Dina submitted', quote: 'First\nSecond' }), publicUrl)
    expect(JSON.parse(body)).toEqual({
      text: '*Dina submitted* <https://reports.example.com/admin/reports/7|Open>\n> First\n> Second',
    })
  })

  test('has no link where the URL of the app is not known', () => {
    expect(JSON.parse(composeBody('slack', content({ text: 'Dina submitted' }), undefined))).toEqual({
      text: '*Dina submitted*',
    })
  })

  test.each(['text', 'quote'])('mentions, mark-up and links in people’s texts do nothing: %s', place => {
    const message = { text: 'Dina', [place]: hostile }
    const { text } = JSON.parse(composeBody('slack', content(message), publicUrl))
    const written = text.split('|Open>').at(place === 'quote' ? 1 : 0)
    expect(written).not.toMatch(/@\w|<[!@]|[~`]|\]\(|(^|\s)_|_(\s|$)/)
    expect(written.replace('*', '').replace(/\*( <https.*)?$/, '')).not.toContain('*')
    expect(written).toContain('a_b_c &amp; more')
    expect(written).toContain('&lt;!channel&gt;')
  })

  test.each(['\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'a line that begins after %j stays a part of the quote, and is defused',
    end => {
      const quote = `First${end}# Second${end}*Max* approved it`
      const { text } = JSON.parse(composeBody('slack', content({ text: `Di${end}na`, quote }), publicUrl))
      const [first, ...lines] = text.split('\n')
      expect(first).toMatch(/^\*Di na\*/)
      expect(lines).toEqual(['> First', '> \u200b# Second', '> ∗Max∗ approved it'])
      const [, quoted] = JSON.parse(composeBody('teams', content({ text: 'Dina', quote }), publicUrl))
        .attachments[0].content.body
      expect(quoted.inlines[0].text.split('\n')).toHaveLength(3)
    },
  )

  test('a heading, a quote and a long text stay a part of the quote', () => {
    const quote = `# Heading\n> quoted\n${'x'.repeat(5000)}`
    const lines = JSON.parse(composeBody('slack', content({ text: 'Dina', quote }), publicUrl)).text.split(
      '\n',
    )
    expect(lines.slice(1).every((line: string) => line.startsWith('> '))).toBe(true)
    expect(lines[1]).not.toMatch(/^> #/)
    expect(lines.at(-1).length).toBeLessThanOrEqual(limits.chatTextCut + 3)
  })
})

test('JSON is at most 20 kB, however many people and long names it has', () => {
  const name = '🦔'.repeat(100)
  const list = Array.from({ length: 500 }, (_, id) => ({
    id,
    user: { id, name },
    text: name,
    project_name: name,
  }))
  const data = {
    reported: list,
    missing: list,
    due: list,
    blockers: { data: list },
    week: { projects: list },
  }
  const body = composeBody('json', content({ text: 'Summary' }, data), publicUrl)
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limits.webhookBodyBytes)
  expect(JSON.parse(body).data).toMatchObject({ is_shortened: true, reported: { length: 5 } })
})

test('a message for Teams is an Adaptive Card whose texts have no mark-up', () => {
  const body = JSON.parse(composeBody('teams', content({ text: 'Dina', quote: hostile }), publicUrl))
  const [{ contentType, content: card }] = body.attachments
  expect([body.type, contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive'])
  expect(card).toMatchObject({ type: 'AdaptiveCard', version: '1.2' })
  expect(card.body.map(({ type }: { type: string }) => type)).toEqual(['RichTextBlock', 'RichTextBlock'])
  expect(card.body[1].inlines[0].text).not.toMatch(/@\w/)
  expect(card.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open', url: `${publicUrl}/admin/reports/7` },
  ])
})

test('a summary in a channel has numbers and no names', () => {
  const person = { id: 3, name: 'Dina Developer' }
  const data = {
    ...{ date: '2026-03-09', missing: [person], due: [person], off: [person] },
    counts: { submitted: 3, late: 1, expected: 6 },
    blockers: { total: 1, data: [] },
  }
  const message = kinds['summary.ready'].message?.(data, { id: 0, person: null }, '2026-03-10T08:00:00.000Z')
  expect(message).toEqual({
    text: 'Summary of Monday 9 March: 4 of 6 reports, 1 open blocker',
    path: '/admin/summaries/2026-03-09',
  })
  expect(kinds['absence.changed'].message).toBeNull()
})

describe('JSON', () => {
  test('never has estimates and e-mails, however deep they are', () => {
    const data = {
      ...{ expected_hours: 7777, user_email: 'dina@example.com', user: { id: 3, email: 'dina@example.com' } },
      rows: [{ estimate: 7777, email: 'dina@example.com', text: 'Page' }],
    }
    expect(JSON.parse(composeBody('json', content({ text: '' }, data), publicUrl))).toEqual({
      ...{ type: 'report.submitted', timestamp: '2026-03-10T16:00:00.000Z' },
      data: { user: { id: 3 }, rows: [{ text: 'Page' }] },
    })
  })

  test.each([
    ['long texts', { tasks: '漢'.repeat(20_000), rows: [] }],
    [
      'long lists',
      { tasks: 'x', rows: Array.from({ length: 2000 }, (_, id) => ({ id, name: 'y'.repeat(200) })) },
    ],
    [
      'both',
      { tasks: 'x'.repeat(9000), rows: Array.from({ length: 500 }, () => ({ text: 'z'.repeat(9000) })) },
    ],
  ])('%s are cut to the limit, and the message says so', (_what, data) => {
    const body = composeBody('json', content({ text: '' }, data), publicUrl)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limits.webhookBodyBytes)
    expect(JSON.parse(body).data).toMatchObject({ is_shortened: true, tasks: expect.any(String) })
  })
})
