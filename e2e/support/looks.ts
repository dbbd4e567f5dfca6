import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

type Theme = 'light' | 'dark'

/** The screen as it stands, in the light and in the dark. */
export async function expectNoAxeViolations(page: Page) {
  await showTheme(page, 'light')
  await expectAxeContent(page, 'in the light theme')
  await showTheme(page, 'dark')
  await expectAxeContent(page, 'in the dark theme', colourRules)
}

/** The rules whose answer depends on the theme: it changes colours and no element. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** The hundredth row of a list is made like the first ten, and takes as long to look at. */
const repeated = ['.task-row', 'tbody > tr', 'li', '.checklist-item', 'option']
  .map(row => `${row}:nth-child(n + 12)`)
  .join(', ')

/** The screen just as it is shown now; an open dialog alone, because the rest cannot be used meanwhile. */
export async function expectAxeContent(page: Page, how: string, rules?: string[]) {
  await changesEnd(page)
  const hasDialog = (await page.locator(openDialog).count()) > 0
  const context = { exclude: [[repeated]], ...(hasDialog && { include: [[openDialog]] }) }
  const violations = await findViolations(page, context, rules)
  const found = violations.map(({ id, help, nodes }) => {
    const places = nodes.map(node => `${node.target.join(' ')}: ${node.failureSummary}`)
    return `${id} (${help}) ${how}\n  ${places.join('\n  ')}`
  })
  expect(found, `axe on ${page.url()}`).toEqual([])
}

const openDialog = 'dialog[open]'

type AxeContext = { include?: string[][]; exclude?: string[][] }
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

const axeFile = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const axeSource = readFileSync(axeFile, 'utf8')

/**
 * Half a megabyte of script is brought into a page once, where the package's own way brings twice as much, two times; all
 * that passes is not described.
 */
export async function findViolations(
  page: Page,
  { include = [], exclude = [] }: AxeContext = {},
  rules?: string[],
): Promise<Violations> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = {
    resultTypes: ['violations'],
    // Only a rule that is switched off reads the style sheets, which would be fetched and parsed again for it.
    preload: { assets: ['media'] },
    ...(rules && { runOnly: rules }),
  }
  return page.evaluate(
    async ([context, given]) => {
      const { axe } = window as unknown as {
        axe: { run(...all: unknown[]): Promise<{ violations: Violations }> }
      }
      const { violations } = await axe.run(context, given)
      return violations
    },
    [{ ...(include.length > 0 && { include }), exclude }, options] as const,
  )
}

export async function showTheme(page: Page, theme: Theme) {
  await page.evaluate(value => {
    document.documentElement.dataset.bsTheme = value
  }, theme)
}

/** Waits out transitions: a colour on its way to another says nothing about the contrast that stays. */
async function changesEnd(page: Page) {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      // What the browser does not draw, because it is far below, stands still until it does.
      const isDrawn = target?.checkVisibility({ contentVisibilityAuto: true })
      return (
        isDrawn && playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      )
    })
    return Promise.allSettled(ending.map(animation => animation.finished))
  })
}

/** In the few colours that a system may allow, everything keeps its edges, its mark and its focus. */
export async function expectForcedColours(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Tab')
  const unfocused = await page.evaluate(() =>
    ['a[href]', '.btn', '.form-control', '.form-select', '.page-link', '[role="tab"]'].filter(kind => {
      const target = [...document.querySelectorAll<HTMLElement>(kind)].find(
        // What makes room for a text that is being typed can't be focused.
        element => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'),
      )
      target?.focus()
      return target && getComputedStyle(target).outlineStyle === 'none'
    }),
  )
  expect(unfocused, `without a sign of the focus in forced colours on ${page.url()}`).toEqual([])
  // What only a background would show needs an edge.
  const flat = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.btn, .badge, [role="progressbar"], input:not([type="radio"]), select, textarea',
      ),
    ]
      .filter(element => element.checkVisibility() && !element.closest('.visually-hidden'))
      .filter(element => {
        const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(element)
        const hasText = element.textContent?.trim() !== ''
        return !hasText && outlineStyle === 'none' && (borderTopStyle === 'none' || borderTopWidth === '0px')
      })
      .map(element => `${element.localName}.${element.className}`),
  )
  expect([...new Set(flat)], `without an edge in forced colours on ${page.url()}`).toEqual([])
  const unmarked = await page.evaluate(() => {
    const plain = getComputedStyle(document.body).backgroundColor
    return [
      ...document.querySelectorAll('[aria-pressed="true"], [aria-selected="true"], [aria-current="page"]'),
    ]
      .filter(element => element.checkVisibility())
      .filter(element => [plain, 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(element).backgroundColor))
      .map(element => `${element.localName}.${element.className}`)
  })
  expect(unmarked, `chosen, but not to be told in forced colours on ${page.url()}`).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** What takes its time to change, by its style: whether it is changing right now does not matter. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (times: string) => Math.max(...times.split(',').map(time => Number.parseFloat(time)))
    const found = new Set<string>()
    for (const element of document.querySelectorAll('*')) {
      // A wheel that stands still says that nothing happens.
      if (element.matches('.spinner-border')) continue
      for (const part of ['', '::before', '::after', '::backdrop']) {
        const style = getComputedStyle(element, part)
        const isAnimated = style.animationName !== 'none' && longest(style.animationDuration) > 0.001
        if (isAnimated || longest(style.transitionDuration) > 0.001)
          found.add(`${element.localName}.${element.getAttribute('class')}${part}`)
      }
    }
    return [...found]
  })
}

/** For those who asked for less motion there is none worth the name. */
export async function expectNoMotion(page: Page) {
  expect(await movingParts(page), `in motion on ${page.url()}`).toEqual([])
}

type Focused = { name: string; isSeen: boolean }

/** Whatever has the focus is seen: neither outside the window nor behind what keeps its place there. */
export async function expectFocusInSight(page: Page) {
  await page.evaluate(() => {
    // From the top, wherever a navigation has put the focus: the browser goes on from where this one was.
    const start = document.createElement('span')
    start.tabIndex = -1
    document.body.prepend(start)
    start.focus()
    start.remove()
    const found: Focused[] = []
    Object.assign(window, { foundByTab: found })
    const look = () => {
      const focused = document.querySelector<HTMLElement>(':focus')
      // None behind the last one: there the focus is the browser's own, and then it would begin again.
      if (!focused) {
        if (found.length > 0) document.removeEventListener('keyup', look)
        return
      }
      // Where the skip link comes from is no place to look for it.
      for (const animation of focused.getAnimations()) animation.finish()
      // A radio button may stand behind its picture.
      const isTiny = focused.getBoundingClientRect().width < 3
      const element = (isTiny && (focused as HTMLInputElement).labels?.[0]) || focused
      const { left, top, width, height } = element.getBoundingClientRect()
      const parts = [0.05, 0.25, 0.5, 0.75, 0.95]
      const isSeen = parts.some(x =>
        parts.some(y => {
          const hit = document.elementFromPoint(left + x * width, top + y * height)
          return hit !== null && (element.contains(hit) || hit.contains(focused))
        }),
      )
      found.push({ name: `${focused.localName}.${focused.className} at ${Math.round(top)} px`, isSeen })
    }
    // The key goes down, the focus moves, the page scrolls to it, the key comes up.
    document.addEventListener('keyup', look)
  })
  await pressTab(page, 25)
  const found = await page.evaluate(() => (window as unknown as { foundByTab: Focused[] }).foundByTab)
  expect(found).not.toEqual([])
  const unseen = found.filter(({ isSeen }) => !isSeen).map(({ name }) => name)
  expect(unseen, `out of sight on ${page.url()}`).toEqual([])
}

/** All at once: Playwright's own way asks the browser twice for each press, and waits. */
async function pressTab(page: Page, times: number) {
  const protocol = await page.context().newCDPSession(page)
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  const presses = Array.from({ length: times }, () => ['rawKeyDown', 'keyUp'] as const).flat()
  await Promise.all(presses.map(type => protocol.send('Input.dispatchKeyEvent', { type, ...key })))
  await protocol.detach()
}

/** Nothing of a dialog is beyond the window's edges. */
export async function expectAllInSight(dialog: Locator) {
  const beyond = () =>
    dialog.evaluate(element => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const { clientWidth, clientHeight } = document.documentElement
      const isInside = left >= 0 && top >= 0 && right <= clientWidth && bottom <= clientHeight
      return { isInside, wide: element.scrollWidth - element.clientWidth }
    })
  await expect.poll(beyond).toEqual({ isInside: true, wide: 0 })
}

/** The same in windows of several widths; the last one stays. */
export async function expectNoSidewaysScrollingAt(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScrolling(page)
  }
}

/** Nothing makes the page wider than its window, once the page has followed a change of it. */
export async function expectNoSidewaysScrolling(page: Page) {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const width = page.viewportSize()?.width
  await expect.poll(beyond, `beyond the window of ${width} px: ${page.url()}`).toBeLessThanOrEqual(0)
}

/**
 * Inter, however late it comes, in every page that is opened after this. A first visit on a busy machine is drawn in
 * another font otherwise, with other widths: ours is never swapped in late.
 */
export async function withItsFont(page: Page) {
  await page.route('**/*.css', async route => {
    try {
      const reply = await route.fetch()
      const css = (await reply.text()).replaceAll('font-display:optional', 'font-display:block')
      await route.fulfill({ contentType: 'text/css', body: css })
    } catch {
      // The page that asked for it is gone: styles of other screens are loaded ahead until its last moment.
      await route.abort().catch(() => {})
    }
  })
}

/** For what is measured after `withItsFont`. */
export async function fontsLoaded(page: Page) {
  await page.evaluate(() => document.fonts.ready)
}

/** Everything that was waited for is there. */
export async function settled(page: Page) {
  // A hundred rows on a busy machine take their time.
  const timeout = 30_000
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout })
  // The dashboard holds back what stands below a part that it still loads.
  await expect(page.locator('.placeholder-area, .waiting, div.held-back')).toHaveCount(0, { timeout })
}

/** Counts from the first paint on, in every page that is opened after this. */
export async function watchLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = []
    const watch: ShiftWatch = { shifts, hasInput: true }
    Object.assign(window, { shiftWatch: watch })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        // What follows an input right away is what was asked for.
        if (entry.hadRecentInput && watch.hasInput) continue
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const name = element ? `${element.localName}.${element.className}` : 'something'
          return `${name} from ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)} px`
        })
        shifts.push(`${entry.value.toFixed(4)}: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

type ShiftWatch = { shifts: string[]; hasInput: boolean }

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Waits until two frames are drawn: the page has acted on what arrived before. */
export async function nextFrames(page: Page) {
  await page.evaluate(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))),
      ),
  )
}

/**
 * What moved until now is what was asked for; nothing is from now on. Chromium would pass over all that moves in the half
 * second after a change of the window's size, as if it followed an input.
 */
export async function forgetLayoutShifts(page: Page) {
  await nextFrames(page)
  await page.evaluate(() => {
    const { shiftWatch } = window as unknown as { shiftWatch: ShiftWatch }
    shiftWatch.shifts.length = 0
    shiftWatch.hasInput = false
  })
}

export async function expectNoLayoutShift(page: Page) {
  // The observer hears of a frame once it is drawn.
  await nextFrames(page)
  const shifts = await page.evaluate(
    () => (window as unknown as { shiftWatch: ShiftWatch }).shiftWatch.shifts,
  )
  expect(shifts, `layout shifts on ${page.url()}`).toEqual([])
}
