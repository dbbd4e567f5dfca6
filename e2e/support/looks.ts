import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

type Theme = 'light' | 'dark'

/** Checks the current screen in the light and in the dark theme. */
export async function expectNoAxeViolations(page: Page) {
  await showTheme(page, 'light')
  await expectAxeContent(page, 'in the light theme')
  await showTheme(page, 'dark')
  await expectAxeContent(page, 'in the dark theme', colourRules)
}

/** The rules that depend on the theme, which changes only colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** After the eleventh, rows of these kinds aren't checked: they have the same markup, and each takes time. */
const repeated = ['.task-row', 'tbody > tr', 'li', '.checklist-item', 'option']
  .map(row => `${row}:nth-child(n + 12)`)
  .join(', ')

/** Checks the current screen, or only the open dialog, because the rest is inert. */
export async function expectAxeContent(page: Page, how: string, rules?: string[]) {
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
 * Injects axe (half a megabyte) once per page, where AxeBuilder injects twice as much two times, and omits passed rules
 * from the result.
 */
export async function findViolations(
  page: Page,
  { include = [], exclude = [] }: AxeContext = {},
  rules?: string[],
): Promise<Violations> {
  await waitForTransitions(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = {
    resultTypes: ['violations'],
    // Only a disabled rule reads the style sheets, which axe would fetch and parse again.
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

/** Waits for transitions to end, because the contrast of a changing colour means nothing. */
async function waitForTransitions(page: Page) {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      // Animations of elements that the browser skips, because they are far below, never finish.
      const isDrawn = target?.checkVisibility({ contentVisibilityAuto: true })
      return (
        isDrawn && playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      )
    })
    return Promise.allSettled(ending.map(animation => animation.finished))
  })
}

/** In forced colours every control keeps its border, its selected state and its focus outline. */
export async function expectForcedColours(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Tab')
  const unfocused = await page.evaluate(() =>
    ['a[href]', '.btn', '.form-control', '.form-select', '.page-link', '[role="tab"]'].filter(kind => {
      const target = [...document.querySelectorAll<HTMLElement>(kind)].find(
        // Elements that are hidden while a user types can't be focused.
        element => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'),
      )
      target?.focus()
      return target && getComputedStyle(target).outlineStyle === 'none'
    }),
  )
  expect(unfocused, `without a focus outline in forced colours on ${page.url()}`).toEqual([])
  // A control without text needs a border, because forced colours remove its background.
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
  expect([...new Set(flat)], `without a border in forced colours on ${page.url()}`).toEqual([])
  const unmarked = await page.evaluate(() => {
    const plain = getComputedStyle(document.body).backgroundColor
    return [
      ...document.querySelectorAll(
        '[aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="date"])',
      ),
    ]
      .filter(element => element.checkVisibility())
      .filter(element => [plain, 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(element).backgroundColor))
      .map(element => `${element.localName}.${element.className}`)
  })
  expect(unmarked, `selected, but not marked in forced colours on ${page.url()}`).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/**
 * Finds controls that a finger can't hit: lower than 44 px, measured where a tap reaches them. Links inside a text may be
 * as high as its lines, and the days of the team's calendar as wide as a month allows.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const controls = document.querySelectorAll<HTMLElement>(
      'button, select, textarea, input, summary, [role="tab"], a.btn, a.icon-button, a.page-back, a.stat-value, a.open-blockers-link, .today-head a, .today-done a, .row-task a, .app-header a, nav a',
    )
    const scope = document.querySelector('dialog[open]') ?? document
    for (const control of controls) {
      const isBox = control.matches('[type="checkbox"], [type="radio"]')
      const target = (isBox && (control as HTMLInputElement).labels?.[0]) || control
      const isHidden = !target.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const isUnreachable = target.matches(':disabled, .disabled, .visually-hidden, td > *')
      if (isHidden || isUnreachable || !scope.contains(control)) continue
      target.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { left, top, width, height } = target.getBoundingClientRect()
      const isHit = (distance: number) => {
        const hit = document.elementFromPoint(left + width / 2, top + height / 2 + distance)
        return hit !== null && (target.contains(hit) || control.contains(hit))
      }
      let reach = 0
      for (const step of [-1, 1])
        for (let distance = 0.5; distance < 22 && isHit(step * distance); distance++) reach++
      // A border on half a pixel may take one pixel on either side.
      const name = control.getAttribute('aria-label') ?? target.textContent
      if (reach < 42) found.push(`${control.localName}.${control.className} "${name.trim()}": ${reach} px`)
    }
    return found
  })
}

/** Elements whose style has an animation or transition, whether or not it is running. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (times: string) => Math.max(...times.split(',').map(time => Number.parseFloat(time)))
    const found = new Set<string>()
    for (const element of document.querySelectorAll('*')) {
      // A spinner without motion would look as if nothing happened.
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

/** With reduced motion no element may be animated. */
export async function expectNoMotion(page: Page) {
  expect(await movingParts(page), `in motion on ${page.url()}`).toEqual([])
}

type Focused = { name: string; isSeen: boolean }

/** Fails if a focused element is outside the window or behind a fixed element. */
export async function expectFocusInSight(page: Page) {
  await page.evaluate(() => {
    // The Tab key continues where this removed element was, which is at the top, wherever a navigation has put the focus.
    const start = document.createElement('span')
    start.tabIndex = -1
    document.body.prepend(start)
    start.focus()
    start.remove()
    const found: Focused[] = []
    Object.assign(window, { foundByTab: found })
    const record = () => {
      const focused = document.querySelector<HTMLElement>(':focus')
      // After the last element the focus leaves the page, and the next Tab would start from the top again.
      if (!focused) {
        if (found.length > 0) document.removeEventListener('keyup', record)
        return
      }
      // The skip link slides in, so its animation has to end first.
      for (const animation of focused.getAnimations()) animation.finish()
      // A radio button may be hidden behind its picture, so its label is checked.
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
    // At keyup the focus has moved and the page has scrolled.
    document.addEventListener('keyup', record)
  })
  await pressTab(page, 25)
  const found = await page.evaluate(() => (window as unknown as { foundByTab: Focused[] }).foundByTab)
  expect(found).not.toEqual([])
  const unseen = found.filter(({ isSeen }) => !isSeen).map(({ name }) => name)
  expect(unseen, `out of sight on ${page.url()}`).toEqual([])
}

/** Sends all presses together, because Playwright's `press` makes two round trips for each. */
async function pressTab(page: Page, times: number) {
  const protocol = await page.context().newCDPSession(page)
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  const presses = Array.from({ length: times }, () => ['rawKeyDown', 'keyUp'] as const).flat()
  await Promise.all(presses.map(type => protocol.send('Input.dispatchKeyEvent', { type, ...key })))
  await protocol.detach()
}

/** Fails if a part of the dialog is outside the window. */
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

/** Fails if the page is wider than windows of these widths. The window keeps the last one. */
export async function expectNoSidewaysScrollingAt(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScrolling(page)
  }
}

/** Fails if the page is wider than its window. */
export async function expectNoSidewaysScrolling(page: Page) {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const width = page.viewportSize()?.width
  await expect.poll(beyond, `beyond the window of ${width} px: ${page.url()}`).toBeLessThanOrEqual(0)
}

/**
 * Makes every page that is opened after this wait for Inter. With `font-display: optional` a first visit on a busy machine
 * would use another font, with other widths.
 */
export async function waitForFont(page: Page) {
  await page.route('**/*.css', async route => {
    try {
      const reply = await route.fetch()
      const css = (await reply.text()).replaceAll('font-display:optional', 'font-display:block')
      await route.fulfill({ contentType: 'text/css', body: css })
    } catch {
      // The page was closed while it prefetched styles of other screens.
      await route.abort().catch(() => {})
    }
  })
}

/** Waits for the fonts before a measurement (see `waitForFont`). */
export async function fontsLoaded(page: Page) {
  await page.evaluate(() => document.fonts.ready)
}

/** Waits until no placeholder or spinner is left. */
export async function waitForContent(page: Page) {
  // A hundred rows take seconds on a busy machine.
  const timeout = 30_000
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout })
  // The dashboard hides sections below one that is still loading.
  await expect(page.locator('.placeholder-area, .waiting, div.held-back')).toHaveCount(0, { timeout })
}

/** Records layout shifts from the first paint on, in every page that is opened after this. */
export async function watchLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = []
    const watch: ShiftWatch = { shifts, hasInput: true }
    Object.assign(window, { shiftWatch: watch })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        // A shift right after an input is expected.
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

/** Waits for two frames, after which the page has handled earlier responses. */
export async function nextFrames(page: Page) {
  await page.evaluate(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))),
      ),
  )
}

/**
 * Ignores all shifts so far and none from now on. Chromium marks shifts in the half second after a resize as caused by an
 * input, so that mark no longer counts.
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
  // The observer is notified of a frame after it is drawn.
  await nextFrames(page)
  const shifts = await page.evaluate(
    () => (window as unknown as { shiftWatch: ShiftWatch }).shiftWatch.shifts,
  )
  expect(shifts, `layout shifts on ${page.url()}`).toEqual([])
}
