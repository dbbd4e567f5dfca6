import { expect, test } from 'vitest'
import { makeMonth, today } from '../../../test/calendar.ts'
import { renamed, withoutTimeOff, withTimeOff } from './time-off.ts'

const stateOn = (days: { date: string; state: string; absence_id: number | null }[], number: string) => {
  const found = days.find(({ date }) => date === `2026-03-${number}`)
  return [found?.state, found?.absence_id]
}

const period = { id: 9, start_date: '2026-03-16', end_date: '2026-03-24' }
const reported = { '2026-03-17': { state: 'submitted', report_id: 1, hours: 1 } } as const
const around = { today, holidays: new Set(['2026-03-20']) }

test('time off covers all but what is reported', () => {
  const days = withTimeOff(makeMonth('2026-03', reported).days, period)
  expect(stateOn(days, '15')).toEqual(['free', null])
  expect(stateOn(days, '16')).toEqual(['off', 9])
  expect(stateOn(days, '17')).toEqual(['submitted', 9])
  expect(stateOn(days, '24')).toEqual(['off', 9])
  expect(stateOn(days, '25')).toEqual(['future', null])
})

test('without it days are again what they were', () => {
  const days = withoutTimeOff(withTimeOff(makeMonth('2026-03', reported).days, period), 9, around)
  expect(stateOn(days, '16')).toEqual(['missing', null])
  expect(stateOn(days, '17')).toEqual(['submitted', null])
  expect(stateOn(days, '18')).toEqual(['due', null])
  expect(stateOn(days, '19')).toEqual(['future', null])
  expect(stateOn(days, '20')).toEqual(['holiday', null])
  // The other Saturdays are no working days either.
  expect(stateOn(days, '21')).toEqual(['free', null])
})

test('other time off stays, and a new id takes the place of the one before', () => {
  const days = withTimeOff(makeMonth().days, period)
  expect(stateOn(withoutTimeOff(days, 8, around), '16')).toEqual(['off', 9])
  expect(stateOn(renamed(days, 9, 10), '16')).toEqual(['off', 10])
})
