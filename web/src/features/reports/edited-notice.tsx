import pencil from 'bootstrap-icons/icons/pencil.svg?raw'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Report } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icon.tsx'
import { lazily } from '../../lib/lazily.ts'
import './reports.scss'

const ChangesDialog = lazily(() => import('./changes/changes-dialog.tsx'))

/** Marks an edited report, and opens the comparison of its versions. */
export function EditedNotice({ report }: { report: Pick<Report, 'id' | 'revision'> }) {
  const [isOpen, setIsOpen] = useState(false)
  const content = (
    <>
      <Icon svg={pencil} />
      edited
    </>
  )
  // The report was edited before the server stored versions, or the server stores none.
  if (report.revision <= 1) {
    return (
      <span className="edited-notice" title={messages.reports.edited}>
        {content}
      </span>
    )
  }

  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className="edited-notice"
        title={messages.reports.edited}
        aria-label="edited, show the changes"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {content}
      </button>
      {/* In a portal, because the dialog would inherit the styles of the line of text around the button. */}
      {createPortal(
        <ErrorBoundary isPart resetKey={isOpen ? 'open' : undefined} onClose={close}>
          <Suspense fallback={null}>{isOpen && <ChangesDialog report={report} onClose={close} />}</Suspense>
        </ErrorBoundary>,
        document.body,
      )}
    </>
  )
}
