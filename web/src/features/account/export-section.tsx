import downloadIcon from 'bootstrap-icons/icons/download.svg?raw'
import { useEffect, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { Section } from '../../components/page.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useToday } from '../../lib/dates.ts'
import { download, saveFile } from '../../lib/download.ts'
import { accountSections } from './sections.ts'

type Result = { variant: 'success' | 'danger'; text: string }

export function ExportSection() {
  const today = useToday()
  const running = useRef<AbortController | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<Result | null>(null)

  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    running.current = controller
    setResult(null)
    setIsBusy(true)
    try {
      const { signal } = controller
      saveFile(
        await download({ path: '/account/export', query: {}, onProgress: () => {}, signal }),
        `my-data-${today}.json`,
      )
      setResult({ variant: 'success', text: messages.account.exported })
    } catch (error) {
      if (controller.signal.aborted) return
      setResult({ variant: 'danger', text: failureText(error, messages.account.exportFailed) })
    }
    setIsBusy(false)
  }

  return (
    <Section
      {...accountSections.data}
      about="One JSON file with your account and everything you wrote: reports, comments, tasks, links and time off."
    >
      {result && (
        <Alert variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
        </Alert>
      )}
      <div className="section-actions">
        <button
          type="button"
          className="btn btn-secondary icon-link"
          disabled={isBusy}
          onClick={() => void start()}
        >
          {isBusy ? (
            <span className="spinner-border spinner-border-sm" aria-hidden="true" />
          ) : (
            <Icon svg={downloadIcon} />
          )}
          {isBusy ? 'Downloading...' : 'Download my data'}
        </button>
      </div>
    </Section>
  )
}
