import downloadIcon from 'bootstrap-icons/icons/download.svg?raw'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import type { ReportFilters } from '../reports/api.ts'
import type { Export } from './use-export.ts'
import './exports.scss'

type ExportButtonProps = {
  run: Export
  filters: ReportFilters
  label: string
  variant?: 'primary' | 'secondary'
}

/** While an export runs the button shows the bytes so far, because the total is not known before the end. */
export function ExportButton({ run, filters, label, variant = 'secondary' }: ExportButtonProps) {
  const isRunning = run.bytes !== null
  return (
    <div className="export">
      <button
        type="button"
        className={`btn btn-${variant} icon-link`}
        disabled={isRunning}
        onClick={() => run.start(filters)}
      >
        {isRunning ? (
          <span className="spinner-border spinner-border-sm" aria-hidden="true" />
        ) : (
          <Icon svg={downloadIcon} />
        )}
        {isRunning ? `Exporting... ${run.bytes ? formatBytes(run.bytes) : ''}` : label}
      </button>
      {isRunning && (
        <button type="button" className="btn btn-secondary" onClick={run.cancel}>
          Cancel
        </button>
      )}
    </div>
  )
}

/** Shows the result at the top of the page. */
export function ExportNotice({ run: { result, forget } }: { run: Export }) {
  if (!result) return null
  return 'file' in result ? (
    <Alert variant="success" onDismiss={forget}>
      {messages.exports.saved(result.file)}
    </Alert>
  ) : (
    <Alert variant="danger" onDismiss={forget}>
      {result.failure}
    </Alert>
  )
}

/** "1.4 MB" */
function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kilobyte', 1e3] : ['megabyte', 1e6]
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    minimumFractionDigits: unit === 'megabyte' ? 1 : 0,
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  })
  return format.format(bytes / size)
}
