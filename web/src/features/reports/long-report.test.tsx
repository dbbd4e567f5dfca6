import { screen } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { openAs, startClock, summary, total } from '../../../test/report-form.tsx'
import { makeDetails, makeReport, makeRow } from '../../../test/reports.ts'

const drawn = vi.hoisted(() => ({ names: [] as string[] }))

// The field itself, with a note of each time that it is drawn.
vi.mock('./hours-field.tsx', async original => {
  const { HoursField } = await original<typeof import('./hours-field.tsx')>()
  return {
    HoursField(props: Parameters<typeof HoursField>[0]) {
      drawn.names.push(props.name)
      return HoursField(props)
    },
  }
})

beforeEach(startClock)
// The other files of this worker draw the field itself.
afterAll(() => vi.doUnmock('./hours-field.tsx'))

test('with a hundred rows, a letter draws the row that it is typed into and no other', async () => {
  const rows = Array.from({ length: limits.rowsMax }, (_, index) =>
    makeRow({ id: index + 1, task_description: `Row ${index + 1}`, hours: 0.1 }),
  )
  const body = makeDetails({ report: makeReport({ date: '2026-03-31', task_details: rows }) })
  const { user } = openAs('developer', '/reports/edit/3', {
    'GET /api/reports/3?include_task_details=true': { status: 200, body },
  })
  await screen.findByRole('button', { name: 'Update Report' })
  // Each row was drawn, so that a draw is noticed here.
  expect(new Set(drawn.names).size).toBe(limits.rowsMax)

  const description = screen.getByDisplayValue('Row 50')
  await user.click(description)
  drawn.names = []
  await user.keyboard('!')
  expect(description).toHaveValue('Row 50!')
  expect(new Set(drawn.names)).toEqual(new Set(['task_details.49.hours']))

  await user.click(summary())
  drawn.names = []
  await user.keyboard('!')
  expect(drawn.names).toEqual([])
  expect(total()).toHaveTextContent('16.40 (16 h 40 min)')
})
