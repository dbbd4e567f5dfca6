// `npm run screenshots` makes the pictures of README and docs, and the page that shows them all, from the demo team in a
// real browser.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page, type Request } from '@playwright/test'
import { endWithParent, root } from '../../scripts/child.mjs'
import { demoPassword } from '../../server/src/cli/demo/team.ts'
import { ensureBrowser, findBrowser } from '../support/browser.ts'
import { type Screen, screens } from './screens.ts'

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 375, height: 760 },
} as const
type Size = keyof typeof sizes
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** After a click on a link the old screen stays for a moment, and then a skeleton may appear. */
const calmMs = 600
const patienceMs = 30_000
const unfinished = '.placeholder-area, .waiting, .loading-bar, [aria-busy="true"]'

const folder = join(root, 'docs', 'images')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await ensureBrowser()
const demo = await startDemo()
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const tokens = new Map<string, string>()
try {
  for (const screen of screens) {
    for (const size of sizesOf(screen)) await take(browser, demo.url, screen, size)
    console.log(`docs/images/${screen.name}-*.webp`)
  }
} finally {
  await browser.close()
  demo.stop()
}
writeFileSync(join(root, 'docs', 'screens.md'), gallery())
console.log('docs/screens.md')

async function take(browser: Browser, url: string, screen: Screen, size: Size) {
  const page = await browser.newPage({
    baseURL: url,
    colorScheme: 'light',
    locale: 'en-GB',
    viewport: sizes[size],
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
  await settle(page, unanswered)
  await screen.act?.(page)
  await settle(page, unanswered)
  // The picture shows neither a caret nor a hovered button.
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.scrollTo(0, 0)
  })
  if (screen.at) await scrollTo(page, screen.at)
  // One session serves both themes, because its end would put an offline page online again.
  const session = await page.context().newCDPSession(page)
  for (const theme of themes) {
    // The page follows the system's theme until the user chooses one.
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-bs-theme="${theme}"]`).waitFor()
    await painted(page)
    writeFileSync(join(folder, fileOf(screen, size, theme)), await picture(session))
  }
  await page.close()
}

async function signIn(page: Page, as: string): Promise<string> {
  const data = { email: `${as}@example.com`, password: demoPassword }
  const reply = await page.request.post('/api/auth/login', { data })
  return (await reply.json()).token
}

/** Waits until no request is in flight and no placeholder is on the screen. */
async function settle(page: Page, unanswered: ReadonlySet<Request>) {
  const end = Date.now() + patienceMs
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

/** Waits until colour transitions have ended and a frame is drawn. */
async function painted(page: Page) {
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/** WebP takes a third of the size of PNG at the same sharpness; Playwright's screenshots don't support it. */
async function picture(session: CDPSession) {
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
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
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent' },
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
