import { screen } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { openAs, startClock, summary, total } from '../../../test/report-form.tsx'
import { makeDetails, makeReport, makeRow } from '../../../test/reports.ts'

const rendered = vi.hoisted(() => ({ names: [] as string[] }))

// The real field, which also records each of its renders.
vi.mock('./hours-field.tsx', async original => {
  const { HoursField } = await original<typeof import('./hours-field.tsx')>()
  return {
    HoursField(props: Parameters<typeof HoursField>[0]) {
      rendered.names.push(props.name)
      return HoursField(props)
    },
  }
})

beforeEach(startClock)
// Other test files of this worker need the real field.
afterAll(() => vi.doUnmock('./hours-field.tsx'))

test('with a hundred rows, typing a letter renders only the row it is typed into', async () => {
  const rows = Array.from({ length: limits.rowsMax }, (_, index) =>
    makeRow({ id: index + 1, task_description: `Row ${index + 1}`, hours: 0.1 }),
  )
  const body = makeDetails({ report: makeReport({ date: '2026-03-31', task_details: rows }) })
  const { user } = openAs('developer', '/reports/edit/3', {
    'GET /api/reports/3?include_task_details=true': { status: 200, body },
  })
  await screen.findByRole('button', { name: 'Update Report' })
  // Each row has rendered, so the record works.
  expect(new Set(rendered.names).size).toBe(limits.rowsMax)

  const description = screen.getByDisplayValue('Row 50')
  await user.click(description)
  rendered.names = []
  await user.keyboard('!')
  expect(description).toHaveValue('Row 50!')
  expect(new Set(rendered.names)).toEqual(new Set(['task_details.49.hours']))

  await user.click(summary())
  rendered.names = []
  await user.keyboard('!')
  expect(rendered.names).toEqual([])
  expect(total()).toHaveTextContent('16.40 (16 h 40 min)')
})
