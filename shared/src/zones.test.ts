import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, earliestToday, latestToday } from './dates.ts'
import {
  allTimeZones,
  dayInZone,
  dayInZoneAt,
  endOfDay,
  instantInZone,
  isSameZone,
  isTimeZone,
  ownTimeZone,
  zoneOffset,
} from './zones.ts'

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+12', 'Etc/GMT-14', 'Asia/Kolkata']
const firstDay = '1985-01-01'
const dayCount = 18_262
const hour = 3_600_000
const minute = 60_000

const dayAt = (milliseconds: number, zone: string) => dayInZone(new Date(milliseconds), zone)

const clocks = new Map(
  zones.map(timeZone => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)
/** The local time in a zone, computed in another way than the module does. */
const wallClock = (milliseconds: number, zone: string) => clocks.get(zone)?.format(milliseconds) ?? ''

/** Checks that the day is the current one until its end, and a later one from then on. */
function checkEnd(day: string, zone: string) {
  const end = Date.parse(endOfDay(day, zone))
  const [before, after] = [dayAt(end - 1, zone), dayAt(end, zone)]
  // A day that a zone skipped ends with the day before.
  expect(before <= day && after > day, `${day} in ${zone}: ${before}, then ${after}`).toBe(true)
}

/** Checks that the clocks show the time at its instant, or the next existing time if it was skipped. */
function checkTime(day: string, minutes: number, zone: string) {
  const at = Date.parse(instantInZone(day, minutes, zone))
  const wanted = new Date(Date.parse(`${day}T00:00:00Z`) + minutes * minute)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
  const [before, shown] = [wallClock(at - 1000, zone), wallClock(at, zone)]
  expect(shown === wanted || (shown > wanted && before < wanted), `${wanted} in ${zone}: ${shown}`).toBe(true)
  // If the clocks show the time twice, it is the first: clocks go back by half an hour, an hour or two.
  for (const hours of [0.5, 1, 2]) expect(wallClock(at - hours * hour, zone)).not.toBe(wanted)
}

describe('in every supported zone, over fifty years', () => {
  const someDay = fc.integer({ min: 0, max: dayCount }).map(nth => addDays(firstDay, nth))
  const someTime = fc.integer({ min: 0, max: 1439 })

  test('on random days', () => {
    expect(zones.length).toBeGreaterThan(400)
    for (const zone of zones) {
      fc.assert(
        fc.property(someDay, someTime, (day, minutes) => {
          checkEnd(day, zone)
          checkTime(day, minutes, zone)
        }),
        { numRuns: 3 },
      )
    }
  })

  test('on the days around every change of the clocks in a random year', () => {
    const [seed = 0] = fc.sample(fc.nat({ max: 49 }), 1)
    let changes = 0
    for (const [index, zone] of zones.entries()) {
      const year = 1985 + ((seed + index) % 50)
      const noonOf = (day: string) => zoneOffset(Date.parse(`${day}T12:00:00Z`), zone)
      for (let month = 1; month <= 12; month++) {
        const first = `${year}-${String(month).padStart(2, '0')}-01`
        const next = addDays(first, 31)
        if (noonOf(first) === noonOf(next)) continue
        for (let day = first; day < next; day = addDays(day, 1)) {
          if (noonOf(day) === noonOf(addDays(day, 1))) continue
          changes++
          for (const near of [addDays(day, -1), day, addDays(day, 1), addDays(day, 2)]) {
            checkEnd(near, zone)
            for (const minutes of [0, 30, 60, 90, 120, 150, 180, 1410]) checkTime(near, minutes, zone)
          }
        }
      }
    }
    expect(changes).toBeGreaterThan(50)
  })

  test('the day is between those at UTC−12 and UTC+14', () => {
    // Before 1996 some islands were on the other side of the date line.
    const someInstant = fc.date({
      min: new Date('1996-01-01'),
      max: new Date('2046-01-01'),
      noInvalidDate: true,
    })
    for (const zone of zones) {
      fc.assert(
        fc.property(someInstant, now => {
          const day = dayInZone(now, zone)
          expect(day).toBe(wallClock(now.getTime(), zone).slice(0, 10))
          expect(day <= latestToday(now) && day >= earliestToday(now)).toBe(true)
        }),
        { numRuns: 2 },
      )
    }
  })
})

describe('the end of a day', () => {
  test.each([
    ['at UTC−12', '2026-03-10', 'Etc/GMT+12', '2026-03-11T12:00:00.000Z'],
    ['at UTC', '2026-03-10', 'UTC', '2026-03-11T00:00:00.000Z'],
    ['at UTC+14', '2026-03-10', 'Pacific/Kiritimati', '2026-03-10T10:00:00.000Z'],
    ['half an hour off', '2026-03-10', 'Asia/Kolkata', '2026-03-10T18:30:00.000Z'],
    ['three quarters off', '2026-03-10', 'Asia/Kathmandu', '2026-03-10T18:15:00.000Z'],
    ['before the clocks go forward', '2026-03-28', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['of 23 hours', '2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['of 25 hours', '2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['before a day that begins at one', '2018-11-03', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['that has its last hour twice', '2018-02-17', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    ['that comes back for an hour', '2010-11-06', 'America/St_Johns', '2010-11-07T03:30:00.000Z'],
    ['whose next has its first hour twice', '2026-10-31', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['by half an hour', '2026-04-05', 'Australia/Lord_Howe', '2026-04-05T13:30:00.000Z'],
    ['before the one that Samoa skipped', '2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['that Samoa skipped', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['after the one that Samoa skipped', '2011-12-31', 'Pacific/Apia', '2011-12-31T10:00:00.000Z'],
    ['that is a leap day', '2024-02-29', 'America/New_York', '2024-03-01T05:00:00.000Z'],
    ['before a leap day', '2024-02-28', 'Asia/Tokyo', '2024-02-28T15:00:00.000Z'],
    ['of a year without one', '2026-02-28', 'Asia/Tokyo', '2026-02-28T15:00:00.000Z'],
    ['of the year', '2026-12-31', 'America/Los_Angeles', '2027-01-01T08:00:00.000Z'],
  ])('%s: %s in %s is over at %s', (_name, day, zone, end) => {
    expect(endOfDay(day, zone)).toBe(end)
    // The cached value is the same.
    expect(endOfDay(day, zone)).toBe(end)
  })

  test('is right for more days and zones than the cache holds', () => {
    for (const zone of zones.slice(0, 200))
      for (let day = '2026-03-01'; day < '2026-04-01'; day = addDays(day, 1)) endOfDay(day, zone)
    expect(endOfDay('2026-03-10', 'Etc/GMT+12')).toBe('2026-03-11T12:00:00.000Z')
  })
})

describe('the day in a zone', () => {
  test.each([
    ['Etc/GMT+12', '2026-03-10T11:59:59.999Z', '2026-03-09'],
    ['Etc/GMT+12', '2026-03-10T12:00:00.000Z', '2026-03-10'],
    ['Pacific/Kiritimati', '2026-03-09T09:59:59.999Z', '2026-03-09'],
    ['Pacific/Kiritimati', '2026-03-09T10:00:00.000Z', '2026-03-10'],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
    ['Europe/London', '2024-02-28T23:59:59.999Z', '2024-02-28'],
    ['Europe/London', '2024-02-29T00:00:00.000Z', '2024-02-29'],
  ])('in %s at %s it is %s', (zone, now, day) => {
    expect(dayInZone(new Date(now), zone)).toBe(day)
    expect(dayInZoneAt(now, zone)).toBe(day)
  })
})

describe('a time in a zone', () => {
  const at = (time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return hours * 60 + minutes
  }
  test.each([
    ['2026-03-10', '17:00', 'Europe/Berlin', '2026-03-10T16:00:00.000Z'],
    ['2026-07-10', '17:00', 'Europe/Berlin', '2026-07-10T15:00:00.000Z'],
    // The time doesn't exist, so it is the next existing one.
    ['2026-03-29', '02:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2018-11-04', '00:30', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2011-12-30', '17:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    // The time exists twice, so it is the first.
    ['2026-10-25', '02:00', 'Europe/Berlin', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25', '02:59', 'Europe/Berlin', '2026-10-25T00:59:00.000Z'],
    ['2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2018-02-17', '23:30', 'America/Sao_Paulo', '2018-02-18T01:30:00.000Z'],
    ['2026-03-10', '00:00', 'Pacific/Kiritimati', '2026-03-09T10:00:00.000Z'],
    ['2026-03-10', '23:59', 'Etc/GMT+12', '2026-03-11T11:59:00.000Z'],
  ])('%s %s in %s is %s', (day, time, zone, instant) => {
    expect(instantInZone(day, at(time), zone)).toBe(instant)
  })
})

test.each([
  ['America/New_York', '2026-03-08T06:59:59.999Z', -5],
  ['America/New_York', '2026-03-08T07:00:00.000Z', -4],
  ['America/New_York', '2026-11-01T05:59:59.999Z', -4],
  ['America/New_York', '2026-11-01T06:00:00.000Z', -5],
  ['UTC', '2026-11-01T06:00:00.000Z', 0],
  ['Asia/Kathmandu', '2026-11-01T06:00:00.000Z', 5.75],
  ['Pacific/Marquesas', '2026-11-01T06:00:00.000Z', -9.5],
])('the offset of %s at %s is %d hours', (zone, now, hours) => {
  expect(zoneOffset(Date.parse(now), zone) / hour).toBe(hours)
})

describe('names of zones', () => {
  test('all names of the runtime and old names are valid', () => {
    expect(zones.filter(zone => !isTimeZone(zone))).toEqual([])
    expect(['Asia/Calcutta', 'US/Pacific', 'GMT', 'Etc/GMT+12'].every(isTimeZone)).toBe(true)
  })

  test.each([
    '',
    ' ',
    'Mars/Olympus_Mons',
    'Europe',
    'Europe/Berlin ',
    '+02:00',
    '-12',
    'Europe/Berlin\u0000',
    '__proto__',
    'constructor',
    `Europe/${'x'.repeat(100)}`,
  ])('%j is not a name', name => {
    expect(isTimeZone(name)).toBe(false)
  })

  test('this machine has a zone', () => {
    expect(isTimeZone(ownTimeZone())).toBe(true)
    expect(Math.abs(zoneOffset(0, ownTimeZone())) <= 14 * 60 * minute).toBe(true)
  })
})

test('all zones are listed once and in order, with UTC', () => {
  const all = allTimeZones()
  expect(all).toEqual([...new Set(all)].sort())
  expect(all).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Pacific/Kiritimati']))
  expect(all.filter(zone => !isTimeZone(zone))).toEqual([])
})

test('two names can be the same zone', () => {
  expect(isSameZone('Asia/Kolkata', 'Asia/Calcutta')).toBe(true)
  expect(isSameZone('Europe/Berlin', 'Europe/Paris')).toBe(false)
})
