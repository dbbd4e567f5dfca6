import { expect, test, vi } from 'vitest'
import { currentTimeIn, zoneGroups } from './time-zones.tsx'

const zones = [
  'America/Argentina/Buenos_Aires',
  'America/New_York',
  'Asia/Calcutta',
  'Europe/Berlin',
  'Europe/London',
  'UTC',
]

test("the browser's time zone comes first, then the others by region, each once", () => {
  expect(zoneGroups('Europe/London', zones, 'Europe/Berlin')).toEqual([
    { label: 'This browser', zones: [{ name: 'Europe/Berlin', city: 'Berlin (Europe)' }] },
    {
      label: 'America',
      zones: [
        { name: 'America/Argentina/Buenos_Aires', city: 'Buenos Aires (Argentina)' },
        { name: 'America/New_York', city: 'New York' },
      ],
    },
    { label: 'Asia', zones: [{ name: 'Asia/Calcutta', city: 'Calcutta' }] },
    { label: 'Europe', zones: [{ name: 'Europe/London', city: 'London' }] },
    { label: 'Other', zones: [{ name: 'UTC', city: 'UTC' }] },
  ])
})

test('the chosen time zone is listed under the name it was chosen with', () => {
  const names = zoneGroups('Asia/Kolkata', zones, 'UTC').flatMap(group => group.zones.map(({ name }) => name))
  expect(names).toContain('Asia/Kolkata')
  expect(names[0]).toBe('UTC')
  expect(new Set(names).size).toBe(names.length)
})

test('the current time of a time zone', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-29T15:05:00Z'), toFake: ['Date'] })
  expect(currentTimeIn('Asia/Tokyo')).not.toBe(currentTimeIn('UTC'))
  expect(currentTimeIn('UTC')).toMatch(/\b(15|3):05/)
})
