import downloadIcon from 'bootstrap-icons/icons/download.svg?raw'
import { useLayoutEffect, useRef } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { keepFocus } from '../../lib/focus.ts'
import type { Export, ExportFile } from './use-export.ts'
import './exports.scss'

type Choice = {
  label: string
  file: ExportFile
  /** A tooltip that says more than the label. */
  title?: string
}

type ExportButtonsProps = {
  run: Export
  /** A button for each kind of file. */
  choices: readonly Choice[]
}

/**
 * After a second the pressed button shows how much has arrived, and Cancel takes the place of the others, so that little
 * moves.
 */
export function ExportButtons({ run: { running, start, cancel }, choices }: ExportButtonsProps) {
  const progress = running?.bytes ?? null
  const isPressed = ({ file }: Choice) => file.name === running?.name
  return (
    <div className="export">
      {(progress === null ? choices : choices.filter(isPressed)).map(choice => (
        <button
          key={choice.file.path + choice.label}
          type="button"
          className="btn btn-secondary icon-link"
          title={choice.title}
          disabled={running !== null}
          onClick={() => start(choice.file)}
        >
          {isPressed(choice) ? (
            <span className="spinner-border spinner-border-sm" aria-hidden="true" />
          ) : (
            <Icon svg={downloadIcon} />
          )}
          {isPressed(choice) && progress !== null
            ? messages.exports.running(formatBytes(progress))
            : choice.label}
        </button>
      ))}
      {progress !== null && <CancelButton onCancel={cancel} />}
      <span className="visually-hidden" role="status">
        {progress !== null && messages.exports.running('')}
      </span>
    </div>
  )
}

/** Disappears with the export; a user whose focus is on it continues at the button that started the export. */
function CancelButton({ onCancel }: { onCancel: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (current && current === document.activeElement)
        keepFocus(current.parentElement?.querySelector('button') ?? null)
    }
  }, [])
  return (
    <button ref={button} type="button" className="btn btn-secondary" onClick={onCancel}>
      Cancel
    </button>
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

/** "1.4 MB", and nothing before the first byte. */
function formatBytes(bytes: number): string {
  if (bytes === 0) return ''
  const [unit, size] = bytes < 1e6 ? ['kilobyte', 1e3] : ['megabyte', 1e6]
  const digits = unit === 'megabyte' ? 1 : 0
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(bytes / size)
}
