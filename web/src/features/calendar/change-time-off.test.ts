import { expect, test } from 'vitest'
import { makeMonth, today } from '../../../test/calendar.ts'
import { withAbsenceId, withoutTimeOff, withTimeOff } from './change-time-off.ts'

const stateOn = (days: { date: string; state: string; absence_id: number | null }[], number: string) => {
  const found = days.find(({ date }) => date === `2026-03-${number}`)
  return [found?.state, found?.absence_id]
}

const period = { id: 9, start_date: '2026-03-16', end_date: '2026-03-24' }
const reported = { '2026-03-17': { state: 'submitted', report_id: 1, hours: 1 } } as const
const context = { today, holidays: new Set(['2026-03-20']) }

test('time off covers all days of its period but those with a report', () => {
  const days = withTimeOff(makeMonth('2026-03', reported).days, period)
  expect(stateOn(days, '15')).toEqual(['free', null])
  expect(stateOn(days, '16')).toEqual(['off', 9])
  expect(stateOn(days, '17')).toEqual(['submitted', 9])
  expect(stateOn(days, '24')).toEqual(['off', 9])
  expect(stateOn(days, '25')).toEqual(['future', null])
})

test('without time off its days have their former states again', () => {
  const days = withoutTimeOff(withTimeOff(makeMonth('2026-03', reported).days, period), 9, context)
  expect(stateOn(days, '16')).toEqual(['missing', null])
  expect(stateOn(days, '17')).toEqual(['submitted', null])
  expect(stateOn(days, '18')).toEqual(['due', null])
  expect(stateOn(days, '19')).toEqual(['future', null])
  expect(stateOn(days, '20')).toEqual(['holiday', null])
  // The other Saturdays are not working days, so this one is not either.
  expect(stateOn(days, '21')).toEqual(['free', null])
})

test('other time off stays, and a new id replaces the temporary one', () => {
  const days = withTimeOff(makeMonth().days, period)
  expect(stateOn(withoutTimeOff(days, 8, context), '16')).toEqual(['off', 9])
  expect(stateOn(withAbsenceId(days, 9, 10), '16')).toEqual(['off', 10])
})
