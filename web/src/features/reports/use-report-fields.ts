import { useCallback, useMemo, useState } from 'react'
import type { ApiError } from '../../lib/api-error.ts'
import { translate } from './report-sentences.ts'
import {
  byRow,
  errorsOf,
  onlyOffered,
  type ProjectOption,
  type ReportValues,
  type TaskRowField,
  type TaskRowValues,
  withoutUntouched,
} from './report-values.ts'

type Options = {
  typed: ReportValues
  setTyped: (change: (values: ReportValues) => ReportValues) => void
  projects: readonly ProjectOption[]
  date: string
}

type TextField = Exclude<keyof ReportValues, 'task_details'>

/**
 * Changes and checks the values. After an attempt a sentence stands under each bad field for as long as it is
 * true; the server's own until that field is changed.
 */
export function useReportFields({ typed, setTyped, projects, date }: Options) {
  const [askedFor, setAskedFor] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<Record<string, string>>({})
  const values = useMemo(() => onlyOffered(typed, projects), [typed, projects])
  /** What is checked and sent. */
  const written = { ...values, task_details: withoutUntouched(values.task_details) }

  const found = askedFor.length > 0 ? errorsOf(written, date) : {}
  const errors = { ...refused }
  for (const field of askedFor) if (found[field]) errors[field] = found[field]

  const forget = useCallback((field: string) => {
    setRefused(({ [field]: _, ...others }) => others)
  }, [])

  const change = useCallback(
    (field: TextField, value: string) => {
      forget(field)
      setTyped(current => ({ ...current, [field]: value }))
    },
    [forget, setTyped],
  )

  const changeRows = useCallback(
    (changed: (rows: TaskRowValues[]) => TaskRowValues[]) =>
      setTyped(current => ({ ...current, task_details: changed(current.task_details) })),
    [setTyped],
  )

  const changeRow = useCallback(
    (key: string, field: TaskRowField, value: string) => {
      forget(`${key}.${field}`)
      changeRows(rows => rows.map(row => (row.key === key ? { ...row, [field]: value } : row)))
    },
    [forget, changeRows],
  )

  /** Whether everything is as it should be; from now on the sentences show. */
  function check(): boolean {
    const bad = Object.keys(errorsOf(written, date))
    setRefused({})
    setAskedFor(bad)
    return bad.length === 0
  }

  /** Puts the server's sentences under their fields; tells whether there were any to put. */
  function refuse({ errors: sentences, code }: Pick<ApiError, 'errors' | 'code'>): boolean {
    const named = Object.entries(byRow(sentences, written.task_details)).filter(([field]) => hasPlace(field))
    setRefused(Object.fromEntries(named.map(([field, sentence]) => [field, translate(sentence, code)])))
    return named.length > 0
  }

  return { values, written, errors, change, changeRow, changeRows, check, refuse }
}

/** Of what the server may name, some has no field of its own, such as the report's one project. */
const hasPlace = (field: string) =>
  ['date', 'tasks', 'blockers', 'tomorrow_plan'].includes(field) || field.includes('.')
