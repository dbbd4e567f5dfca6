import { useEffect, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { failureText } from '../../lib/api-error.ts'
import { useToday } from '../../lib/dates.ts'
import { download, saveFile } from '../../lib/download.ts'
import type { ReportFilters } from '../reports/api.ts'

type Result = { file: string } | { failure: string }

/** One export at a time; leaving the screen cancels it. */
export function useExport() {
  const today = useToday()
  const running = useRef<AbortController | null>(null)
  const [bytes, setBytes] = useState<number | null>(null)
  const [result, setResult] = useState<Result | null>(null)

  useEffect(() => () => running.current?.abort(), [])

  async function start(filters: ReportFilters) {
    if (running.current) return
    if ((filters.startDate === undefined) !== (filters.endDate === undefined)) {
      setResult({ failure: messages.exports.needsBothDates })
      return
    }
    const controller = new AbortController()
    running.current = controller
    setResult(null)
    setBytes(0)
    try {
      const { signal } = controller
      const csv = await download({
        path: '/reports/export/csv',
        query: filters,
        onProgress: setBytes,
        signal,
      })
      const file = `reports-${today}.csv`
      saveFile(csv, file)
      setResult({ file })
    } catch (error) {
      if (!controller.signal.aborted) {
        setResult({ failure: messages.exports.failed(failureText(error, '')) })
      }
    }
    running.current = null
    setBytes(null)
  }

  return {
    /** The bytes received so far; null while no export runs. */
    bytes,
    result,
    start: (filters: ReportFilters) => void start(filters),
    cancel: () => running.current?.abort(),
    forget: () => setResult(null),
  }
}

export type Export = ReturnType<typeof useExport>
