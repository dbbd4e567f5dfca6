import { useEffect, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import type { Query } from '../../lib/api-client.ts'
import { failureText } from '../../lib/api-error.ts'
import { download, saveFile } from '../../lib/download.ts'

/** A file that the server makes, and the name under which it is saved. */
export type ExportFile = {
  /** Below /api. */
  path: string
  query: Query
  name: string
}

type Running = {
  /** The name of the file. */
  name: string
  /** The bytes received so far, once the export has taken a second. The total is not known before the end. */
  bytes: number | null
}

type Result = { file: string } | { failure: string }

/** Shorter exports show no progress, so that nothing flashes. */
const progressDelayMs = 1000

/** One export at a time; leaving the screen cancels it. */
export function useExport() {
  const controls = useRef<AbortController | null>(null)
  const [running, setRunning] = useState<Running | null>(null)
  const [result, setResult] = useState<Result | null>(null)

  useEffect(() => () => controls.current?.abort(), [])

  async function start({ path, query, name }: ExportFile) {
    if (controls.current) return
    if (needsBothDates(query)) {
      setResult({ failure: messages.exports.needsBothDates })
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    controls.current = controller
    let [bytes, isSlow] = [0, false]
    const show = () => setRunning({ name, bytes: isSlow ? bytes : null })
    const timer = setTimeout(() => {
      isSlow = true
      show()
    }, progressDelayMs)
    setResult(null)
    show()
    try {
      const onProgress = (received: number) => {
        bytes = received
        if (isSlow) show()
      }
      saveFile(await download({ path, query, onProgress, signal }), name)
      setResult({ file: name })
    } catch (error) {
      if (!signal.aborted) setResult({ failure: messages.exports.failed(failureText(error, '')) })
    }
    clearTimeout(timer)
    controls.current = null
    setRunning(null)
  }

  return {
    running,
    result,
    start: (file: ExportFile) => void start(file),
    cancel: () => controls.current?.abort(),
    forget: () => setResult(null),
  }
}

/** Reports are exported of all days or of a span, not from or up to a day. */
const needsBothDates = ({ startDate, endDate }: Query) =>
  (startDate === undefined) !== (endDate === undefined)

export type Export = ReturnType<typeof useExport>
