// `npm run screenshots` takes pictures of the demo team in a real browser: for README and docs, with the page that shows
// them all, and for the landing page. `npm run screenshots -- --landing` takes only those of the landing page, and
// `npm run screenshots -- search today` only those of these screens, without the page. `chats` are the messages of
// webhooks in Slack and Microsoft Teams.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page, type Request } from '@playwright/test'
import { endWithParent, root } from '../../scripts/child.mjs'
import { demoPassword } from '../../server/src/cli/demo/team.ts'
import { ensureBrowser, findBrowser } from '../support/browser.ts'
import { chatPages, chats } from './chats.ts'
import { type Screen, screens } from './screens.ts'

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 375, height: 760 },
} as const
type Size = keyof typeof sizes
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Long enough after a click on a link: the old screen stays for a moment, and then a skeleton may appear. */
const calmMs = 600
const timeoutMs = 30_000
const unfinished = '.placeholder-area, .waiting, .loading-bar, [aria-busy="true"]'

/** The pictures of the landing page are part of the app, which contains their sizes in pixels. */
const landing = {
  folder: join(root, 'web', 'src', 'pages', 'landing'),
  sizes: { desktop: { width: 1100, height: 820 }, phone: { width: 375, height: 560 } },
  maxBytes: 60_000,
} as const

const folder = join(root, 'docs', 'images')
const isLanding = process.argv.includes('--landing')
const chosen = process.argv.slice(2).filter(name => !name.startsWith('--'))
const shown = isLanding ? [] : screens.filter(({ name }) => chosen.length === 0 || chosen.includes(name))
if (!isLanding && chosen.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await ensureBrowser()
const demo = await startDemo()
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const tokens = new Map<string, string>()
try {
  if (chosen.length === 0) await takeForLanding(browser, demo.url)
  for (const screen of shown) {
    for (const size of sizesOf(screen)) await take(browser, demo.url, screen, size)
    console.log(`docs/images/${screen.name}-*.webp`)
  }
  // Taken last, because the demo team acts for them, and other pictures would show that.
  if (!isLanding && (chosen.length === 0 || chosen.includes('chats'))) await takeChats(browser, demo.url)
} finally {
  await browser.close()
  demo.stop()
}
if (!isLanding && chosen.length === 0) {
  writeFileSync(join(root, 'docs', 'screens.md'), gallery())
  console.log('docs/screens.md')
}

/** The screen Today as the landing page shows it. The app has to be built again to show new pictures. */
async function takeForLanding(browser: Browser, url: string) {
  const today = screens.find(({ name }) => name === 'today')
  if (!today) throw new Error('There is no screen Today.')
  for (const size of ['desktop', 'phone'] as const) {
    await take(browser, url, today, size, {
      viewport: landing.sizes[size],
      quality: 70,
      save: (file, image) => {
        if (image.length > landing.maxBytes) throw new Error(`${file} has ${image.length} bytes.`)
        writeFileSync(join(landing.folder, file), image)
      },
    })
  }
  console.log('web/src/pages/landing/today-*.webp')
}

function forDocs(size: Size) {
  return {
    viewport: sizes[size] as { width: number; height: number },
    quality: 85,
    save: (file: string, image: Buffer) => writeFileSync(join(folder, file), image),
  }
}

async function take(
  browser: Browser,
  url: string,
  screen: Screen,
  size: Size,
  { viewport, quality, save } = forDocs(size),
) {
  const page = await browser.newPage({
    baseURL: url,
    colorScheme: 'light',
    locale: 'en-GB',
    viewport,
    hasTouch: size === 'phone',
    // Pictures should show neither skeletons nor motion.
    reducedMotion: 'reduce',
    // The service worker would download the whole app for every picture.
    serviceWorkers: 'block',
  })
  const unanswered = new Set<Request>()
  page.on('request', request => unanswered.add(request))
  page.on('requestfinished', request => unanswered.delete(request))
  page.on('requestfailed', request => unanswered.delete(request))
  const { as } = screen
  if (as) {
    const token = tokens.get(as) ?? (await signIn(page, as))
    tokens.set(as, token)
    await page.addInitScript(value => localStorage.setItem('token', value), token)
  }
  await page.goto(screen.path)
  await waitUntilComplete(page, unanswered)
  await screen.act?.(page)
  await waitUntilComplete(page, unanswered)
  // The picture shows neither a caret nor a hovered button.
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.scrollTo(0, 0)
  })
  if (screen.at) await scrollTo(page, screen.at)
  if (screen.shows && viewport === sizes.desktop) await growTo(page, screen.shows)
  // One session serves both themes, because its end would put an offline page online again.
  const session = await page.context().newCDPSession(page)
  for (const theme of themes) {
    // The page follows the system's theme until the user chooses one.
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-bs-theme="${theme}"]`).waitFor()
    await painted(page)
    save(fileOf(screen, size, theme), await picture(session, quality))
  }
  await page.close()
}

/** Takes the messages of webhooks. Chats have their own colours, so there is only one picture of each. */
async function takeChats(browser: Browser, url: string) {
  const pages = await chatPages(url)
  for (const chat of chats) {
    const page = await browser.newPage({ viewport: { width: 720, height: 100 } })
    await page.setContent(pages[chat])
    await page.evaluate('document.fonts.ready')
    const height = await page.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height))
    await page.setViewportSize({ width: 720, height })
    await painted(page)
    const session = await page.context().newCDPSession(page)
    writeFileSync(join(folder, `chat-${chat}.webp`), await picture(session, 85))
    await page.close()
  }
  console.log('docs/images/chat-*.webp')
}

async function signIn(page: Page, as: string): Promise<string> {
  const data = { email: `${as}@example.com`, password: demoPassword }
  const reply = await page.request.post('/api/auth/login', { data })
  return (await reply.json()).token
}

/** Waits until no request is in flight and no placeholder is on the screen. */
async function waitUntilComplete(page: Page, unanswered: ReadonlySet<Request>) {
  const end = Date.now() + timeoutMs
  for (let since = Date.now(); Date.now() - since < calmMs; await page.waitForTimeout(50)) {
    const isThere = (await page.locator('h1').count()) > 0 && (await page.locator(unfinished).count()) === 0
    if (!isThere || unanswered.size > 0) since = Date.now()
    if (Date.now() > end) throw new Error(`${page.url()} did not come to rest.`)
  }
  await page.evaluate('document.fonts.ready')
}

/** Scrolls the heading to the top of the window. */
async function scrollTo(page: Page, heading: string) {
  await page.getByRole('region', { name: heading }).evaluate(element => element.scrollIntoView())
}

/** Makes the window as tall as it has to be to show the first button with this name. */
async function growTo(page: Page, name: RegExp) {
  const button = await page.getByRole('button', { name }).first().boundingBox()
  const { width, height } = sizes.desktop
  if (button)
    await page.setViewportSize({ width, height: Math.max(height, Math.ceil(button.y + button.height) + 32) })
}

/** Waits until colour transitions have ended and a frame is drawn. */
async function painted(page: Page) {
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/** WebP takes a third of the size of PNG at the same sharpness; Playwright's screenshots don't support it. */
async function picture(session: CDPSession, quality: number) {
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}

function sizesOf({ phone }: Screen): Size[] {
  return phone === 'only' ? ['phone'] : phone ? ['desktop', 'phone'] : ['desktop']
}

function fileOf({ name }: Screen, size: Size, theme: Theme) {
  return `${name}${size === 'phone' ? '-phone' : ''}-${theme}.webp`
}

function gallery() {
  const image = (screen: Screen, size: Size, theme: Theme) =>
    `![${screen.title}${size === 'phone' ? ' on a phone' : ''}, ${theme} theme](images/${fileOf(screen, size, theme)})`
  const parts = screens.map(screen => {
    const rows = sizesOf(screen).map(size => themes.map(theme => image(screen, size, theme)).join(' | '))
    return [
      `## ${screen.title}`,
      screen.text,
      ['| Light | Dark |', '|---|---|', ...rows.map(row => `| ${row} |`)].join('\n'),
    ]
  })
  return [
    '# The screens',
    '`npm run screenshots` makes these pictures, and this page, from the team of `npm run demo`.',
    ...parts.flat(),
    '',
  ].join('\n\n')
}

function startDemo(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [...endWithParent, join(root, 'dist/server/demo.mjs')], {
    cwd: root,
    // The messages of webhooks are received on this machine.
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', OUTGOING_ALLOW: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', chunk => {
      said += chunk
      const [, url] = /ready on (http:\S+)/.exec(said) ?? []
      if (url) resolve({ url, stop: () => void child.kill('SIGTERM') })
    })
    child.once('exit', code => reject(new Error(`The demo ended with code ${code}.`)))
  })
}
