import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** The screen as it stands, in the light and in the dark. */
export async function expectNoAxeViolations(page: Page) {
  for (const theme of themes) {
    await showTheme(page, theme)
    await expectAxeContent(page, `in the ${theme} theme`)
  }
}

/** The screen just as it is shown now. */
async function expectAxeContent(page: Page, how: string, withoutRules: string[] = []) {
  // The other mode opens a second page for what it finds in frames of other origins; there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).disableRules(withoutRules)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, help, nodes }) => {
    const places = nodes.map(node => `${node.target.join(' ')}: ${node.failureSummary}`)
    return `${id} (${help}) ${how}\n  ${places.join('\n  ')}`
  })
  expect(found, `axe on ${page.url()}`).toEqual([])
}

async function showTheme(page: Page, theme: Theme) {
  await page.evaluate(value => {
    document.documentElement.dataset.bsTheme = value
  }, theme)
  await transitionsEnd(page)
}

/** Colours on their way from one to the other are nobody's contrast. */
async function transitionsEnd(page: Page) {
  await page.evaluate(() => {
    const changing = document.getAnimations().filter(animation => animation instanceof CSSTransition)
    return Promise.allSettled(changing.map(transition => transition.finished))
  })
}

/** In the few colours that somebody's system allows: everything keeps its name, its edges and its focus. */
export async function expectForcedColours(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' })
  // Contrast is the system's matter then, and the page is not told the colours.
  await expectAxeContent(page, 'in forced colours', ['color-contrast'])
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  await expect(focused).toHaveCSS('outline-style', /solid|auto/)
  await expect(focused).not.toHaveCSS('outline-width', '0px')
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
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Whoever asked for less motion gets none worth the name; a spinner may turn, slowly. */
export async function expectNoMotion(page: Page) {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(animation => Number(animation.effect?.getComputedTiming().duration ?? 0) > 1)
      .map(animation => (animation.effect as KeyframeEffect).target)
      .filter(target => !target?.matches('.spinner-border'))
      .map(target => `${target?.localName}.${target?.className}`),
  )
  expect(moving, `in motion on ${page.url()}`).toEqual([])
}

/** Nothing makes the page wider than its window. */
export async function expectNoSidewaysScrolling(page: Page) {
  const { wide, seen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    seen: document.documentElement.clientWidth,
  }))
  expect(wide, `the width of ${page.url()} in a window of ${seen} px`).toBeLessThanOrEqual(seen)
}

/** Everything that was waited for is there. */
export async function settled(page: Page) {
  // A hundred rows on a busy machine take their time.
  const timeout = 30_000
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout })
  await expect(page.locator('.placeholder-area, .waiting')).toHaveCount(0, { timeout })
}

/** Counts from the first paint on, in every page that is opened after this. */
export async function watchLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        // What follows an input right away is what was asked for.
        if (entry.hadRecentInput) continue
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

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

export async function expectNoLayoutShift(page: Page) {
  // The observer hears of a frame once it is drawn.
  await page.evaluate(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))),
      ),
  )
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
  expect(shifts, `layout shifts on ${page.url()}`).toEqual([])
}
