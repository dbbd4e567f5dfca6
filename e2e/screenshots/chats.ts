import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { systemClock } from '#shared/dates.ts'
import { dayInZone } from '#shared/zones.ts'
import { root } from '../../scripts/child.mjs'
import { demoPassword } from '../../server/src/cli/demo/team.ts'

// Makes pictures of what webhooks send to channels. The demo's server has sent the messages; only the chats around them
// are drawn here.

export const chats = ['slack', 'teams'] as const
export type Chat = (typeof chats)[number]

type SlackMessage = { text: string }
type TextRun = { text: string; weight?: string }
type TeamsMessage = {
  attachments: { content: { body: { inlines: TextRun[] }[]; actions: { title: string }[] } }[]
}

/** Returns a page for each chat, with the messages of a working day. */
export async function chatPages(url: string): Promise<Record<Chat, string>> {
  const sent = await receiveMessages(url)
  return {
    slack: page('slack', sent.slack as SlackMessage[], slackMessage),
    teams: page('teams', sent.teams as TeamsMessage[], teamsMessage),
  }
}

/** Makes the demo team do what webhooks report, and collects the messages that arrive. */
async function receiveMessages(url: string): Promise<Record<Chat, unknown[]>> {
  const sent: Record<Chat, unknown[]> = { slack: [], teams: [] }
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', part => (body += part))
    request.on('end', () => {
      sent[request.url?.slice(1) as Chat].push(JSON.parse(body))
      response.end()
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  try {
    const admin = await signInTo(url, 'ada')
    for (const format of chats)
      await admin('POST', '/webhooks', {
        ...{ name: `Channel in ${format}`, url: `http://127.0.0.1:${port}/${format}`, format },
        events: ['report.submitted', 'blocker.opened', 'report.reviewed', 'task.assigned'],
      })
    // One after the other, because messages that are sent together may arrive in any order.
    for (const [index, act] of (await actsOfTheDay(url)).entries()) {
      await act()
      await arrival(() => chats.every(format => sent[format].length > index))
    }
  } finally {
    receiver.close()
  }
  return sent
}

/** Functions that each cause one message. */
async function actsOfTheDay(url: string): Promise<(() => Promise<unknown>)[]> {
  const [reviewer, lena] = [await signInTo(url, 'max'), await signInTo(url, 'lena')]
  const projects = await lena('GET', '/projects')
  const project_id = projects.find(({ name }: { name: string }) => name === 'Mobile App').id
  const { id: assigned_to, effective } = await lena('GET', '/account')
  const report = {
    date: dayInZone(systemClock.now(), effective.time_zone),
    tasks:
      'Offline mode for delivery notes is in review.\nThe import reads the file once, and is twice as fast.',
    tomorrow_plan: 'Review comments, then the release notes.',
    project_id,
    task_details: [{ description: 'Offline mode: conflicts are shown', hours: '7.15', project_id }],
  }
  let id: number
  return [
    async () => {
      const reply = await lena('POST', '/reports', { ...report, blockers: null })
      id = reply.report.id
    },
    () => lena('PUT', `/reports/${id}`, { ...report, blockers: 'Waiting for the test devices.' }),
    () => reviewer('POST', `/reports/${id}/review`, { state: 'reviewed' }),
    () =>
      reviewer('POST', '/tasks', {
        ...{ title: 'Write the release notes', description: null, expected_hours: 2 },
        ...{ project_id, assigned_to },
      }),
  ]
}

async function signInTo(url: string, name: string) {
  const call = async (method: string, path: string, body?: object, token = '') => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-auth-token': token },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const { token } = await call('POST', '/auth/login', {
    email: `${name}@example.com`,
    password: demoPassword,
  })
  return (method: string, path: string, body?: object) => call(method, path, body, token)
}

async function arrival(isThere: () => boolean) {
  const end = Date.now() + 30_000
  while (!isThere()) {
    if (Date.now() > end) throw new Error('The messages of the webhooks did not arrive.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Slack escapes texts as HTML does, so only its own markup has to be converted. */
function slackMessage({ text }: SlackMessage): string {
  const lines = text.split('\n')
  const isQuoted = (line: string) => line.startsWith('> ')
  const drawn = (line: string) =>
    line.replace(/<([^|>]+)\|([^>]+)>/g, '<a href="$1">$2</a>').replace(/\*([^*]+)\*/g, '<strong>$1</strong>')
  const quote = lines.filter(isQuoted).map(line => line.slice(2))
  return [
    ...lines.filter(line => !isQuoted(line)).map(line => `<p>${drawn(line)}</p>`),
    ...(quote.length > 0 ? [`<blockquote>${quote.join('<br>')}</blockquote>`] : []),
  ].join('')
}

function teamsMessage({ attachments }: TeamsMessage): string {
  return attachments
    .map(({ content: { body, actions } }) => {
      const runs = (inlines: TextRun[]) =>
        inlines
          .map(({ text, weight }) =>
            weight === 'Bolder' ? `<strong>${escaped(text)}</strong>` : escaped(text),
          )
          .join('')
      const blocks = body.map(({ inlines }) => `<p>${runs(inlines)}</p>`)
      const buttons = actions.map(({ title }) => `<button>${escaped(title)}</button>`)
      return `<div class="card">${[...blocks, ...buttons].join('')}</div>`
    })
    .join('')
}

const font = () =>
  readFileSync(
    join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    'base64',
  )
const icon = () => readFileSync(join(root, 'web/public/icon.svg'), 'base64')

/** The name of the sender in each chat. */
const senders: Record<Chat, string> = {
  slack: 'Daily Report App <small class="app">APP</small>',
  teams: 'Workflows',
}

function page<Message>(chat: Chat, messages: readonly Message[], draw: (message: Message) => string) {
  const rows = messages.map(
    (message, index) =>
      `<li><img src="data:image/svg+xml;base64,${icon()}" alt=""><div><h2>${senders[chat]} <small>${16 + index}:0${4 + index}</small></h2>${draw(message)}</div></li>`,
  )
  return `<!doctype html><title>${chat}</title><style>${styles()}</style><main class="${chat}"><h1>${chat === 'slack' ? '# mobile-app' : 'Mobile App'}</h1><ul>${rows.join('')}</ul></main>`
}

const styles = () => `
@font-face { font-family: Inter; src: url(data:font/woff2;base64,${font()}); font-weight: 100 900 }
* { box-sizing: border-box; margin: 0 }
body { font: 15px/1.47 Inter; color: #1d1c1d; background: #fff }
h1 { padding: 12px 20px; border-bottom: 1px solid #ddd; font-size: 16px }
ul { padding: 8px 20px 20px; list-style: none }
li { display: flex; gap: 12px; padding-top: 14px }
img { flex: none; width: 36px; height: 36px; border-radius: 6px }
li > div { flex: 1 }
h2 { font-size: 15px }
small { color: #616061; font-weight: 400; font-size: 12px }
small.app { padding: 1px 4px; background: #e8e8e8; border-radius: 3px; font-weight: 600; font-size: 10px }
a { color: #1264a3; text-decoration: none }
blockquote { margin-top: 4px; padding-left: 12px; border-left: 4px solid #ddd }
.teams { background: #f5f5f5 }
.teams h1 { background: #fff }
.teams img { border-radius: 50% }
.card { display: grid; gap: 8px; justify-items: start; margin-top: 4px; padding: 12px 16px; background: #fff; border: 1px solid #e0e0e0; border-radius: 6px }
.card p { white-space: pre-line }
button { padding: 5px 16px; color: inherit; font: 600 14px Inter; background: #fff; border: 1px solid #d1d1d1; border-radius: 4px }
`
