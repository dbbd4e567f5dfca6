import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt } from '../../../test/render-app.tsx'
import { Figure } from './figure.tsx'
import { LineChart } from './line-chart.tsx'
import { StackedBars } from './stacked-bars.tsx'

const columns = ['Mon', 'Tue', 'Wed'].map(label => ({ label, name: `on ${label}` }))
const names = ['Apollo', 'Gemini']

const bars = () =>
  renderAt(
    '/',
    <Figure title="Hours" sentence="9h this week.">
      <StackedBars
        label="Hours by day"
        columns={columns}
        bars={[
          [3, 0, 2],
          [0, 0, 4],
        ].map((values, bar) => ({
          look: { hue: bar, texture: bar },
          values,
          describe: column => `${names[bar]}, ${columns[column]?.name}: ${values[column]}h`,
          hrefOf: column => `/list?bar=${bar}&day=${column}`,
        }))}
        unit={1}
        formatTick={tick => `${tick}h`}
        hint="Select a bar."
      />
    </Figure>,
  )

const linksOf = (label: string) => within(screen.getByRole('group', { name: label })).getAllByRole('link')

test('each part is a link with a name, in the order of the days and from the bottom up', () => {
  bars()
  expect(screen.getByRole('figure', { name: 'Hours' })).toHaveTextContent('9h this week.')
  expect(
    linksOf('Hours by day').map(link => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([
    ['Apollo, on Mon: 3h', '/list?bar=0&day=0'],
    ['Apollo, on Wed: 2h', '/list?bar=0&day=2'],
    ['Gemini, on Wed: 4h', '/list?bar=1&day=2'],
  ])
})

test('parts are as high as their values and are stacked on each other', () => {
  bars()
  const sizes = linksOf('Hours by day').map(link => {
    const rect = link.querySelector('rect')
    return { y: Number(rect?.getAttribute('y')), height: Number(rect?.getAttribute('height')) }
  })
  const [apollo, apolloWed, gemini] = sizes
  // Each part is one unit lower than its value, for the gap between the parts.
  const whole = (part: { height: number } | undefined) => (part?.height ?? 0) + 1
  expect(whole(apollo) / whole(apolloWed)).toBeCloseTo(1.5)
  expect(whole(gemini) / whole(apolloWed)).toBeCloseTo(2)
  expect((gemini?.y ?? 0) + whole(gemini)).toBeCloseTo(apolloWed?.y ?? 0)
})

test('the picture is one tab stop, arrow keys move between parts, and the part is named below', async () => {
  const { here } = bars()
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toHaveAttribute('aria-label', 'Apollo, on Mon: 3h')
  expect(screen.getByText('Apollo, on Mon: 3h', { selector: 'p' })).toBeVisible()
  await user.keyboard('{ArrowRight}{ArrowUp}')
  expect(document.activeElement).toHaveAttribute('aria-label', 'Gemini, on Wed: 4h')
  expect(linksOf('Hours by day').map(link => link.getAttribute('tabindex'))).toEqual(['-1', '-1', '0'])
  await user.tab()
  expect(document.body).toHaveFocus()
  expect(screen.getByText('Select a bar.')).toBeVisible()
  await user.tab({ shift: true })
  expect(document.activeElement).toHaveAttribute('aria-label', 'Gemini, on Wed: 4h')
  // Clicks instead of pressing Enter, which happy-dom supports only for HTML links. insights.spec.ts tests Enter.
  await user.click(document.activeElement as Element)
  expect(here()).toBe('/list?bar=1&day=2')
})

test('each column of a line is a link that says both numbers', async () => {
  const { here } = renderAt(
    '/',
    <LineChart
      label="Sent by day"
      columns={columns}
      expected={[3, 3, 3]}
      actual={[3, 1, 0]}
      describe={column => `${columns[column]?.name}: ${[3, 1, 0][column]} of 3`}
      hrefOf={column => `/list?day=${column}`}
      hint="Select a point."
    />,
  )
  expect(linksOf('Sent by day').map(link => link.getAttribute('aria-label'))).toEqual([
    'on Mon: 3 of 3',
    'on Tue: 1 of 3',
    'on Wed: 0 of 3',
  ])
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{End}{ArrowLeft}')
  await user.click(document.activeElement as Element)
  expect(here()).toBe('/list?day=1')
})
