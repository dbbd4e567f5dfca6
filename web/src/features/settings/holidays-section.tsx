import calendar from 'bootstrap-icons/icons/calendar-event.svg?raw'
import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import { useRef, useState } from 'react'
import type { Holiday } from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon, IconButton } from '../../components/icon.tsx'
import { Section } from '../../components/page.tsx'
import { failureText } from '../../lib/api-error.ts'
import { formatLongDay, useToday } from '../../lib/dates.ts'
import { takeFocus } from '../../lib/focus.ts'
import { useAddHoliday, useDeleteHoliday, useImportHolidays } from './api.ts'
import { HolidayForm } from './holiday-form.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { settingsSections } from './sections.ts'
import './settings.scss'

type Result = { variant: 'success' | 'danger'; text: string; deleted?: Holiday }

export function HolidaysSection({ holidays }: { holidays: readonly Holiday[] }) {
  const today = useToday()
  const [result, setResult] = useState<Result | null>(null)
  const [isImporting, setIsImporting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const add = useAddHoliday()
  const remove = useDeleteHoliday()
  const importAll = useImportHolidays()
  const [past, coming] = [true, false].map(isPast =>
    holidays.filter(({ date }) => date < today === isPast),
  ) as [Holiday[], Holiday[]]

  async function handleDelete(holiday: Holiday) {
    setResult(null)
    try {
      const { msg } = await remove.mutateAsync(holiday)
      setResult({ variant: 'success', text: msg, deleted: holiday })
      // The pressed button is removed with its holiday.
      takeFocus(heading.current, { preventScroll: true })
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, messages.settings.holidayDeleteFailed) })
    }
  }

  async function handleUndo({ date, name }: Holiday) {
    setResult(null)
    try {
      await add.mutateAsync({ date, name })
      setResult({ variant: 'success', text: messages.settings.holidayAdded(name) })
      takeFocus(heading.current, { preventScroll: true })
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, messages.settings.holidayAddFailed) })
    }
  }

  function handleImported(text: string) {
    setIsImporting(false)
    setResult({ variant: 'success', text })
  }

  return (
    <Section
      {...settingsSections.holidays}
      about="No one is expected to report on these days."
      headingRef={heading}
    >
      {result && (
        <Alert key={result.text} variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
          {result.deleted && (
            <button
              type="button"
              className="btn btn-secondary btn-sm ms-2"
              onClick={() => result.deleted && void handleUndo(result.deleted)}
            >
              Undo
            </button>
          )}
        </Alert>
      )}
      <HolidayForm onAdded={text => setResult({ variant: 'success', text })} />
      {coming.length > 0 ? (
        <HolidayList label="Holidays" holidays={coming} isBusy={remove.isPending} onDelete={handleDelete} />
      ) : (
        <p className="holidays-none">
          <Icon svg={calendar} />
          {past.length > 0 ? messages.settings.noHolidaysAhead : messages.settings.noHolidays}
        </p>
      )}
      {past.length > 0 && (
        <details className="holidays-past">
          <summary>Past holidays ({past.length})</summary>
          <HolidayList
            label="Past holidays"
            holidays={past.toReversed()}
            isBusy={remove.isPending}
            onDelete={handleDelete}
          />
        </details>
      )}
      <div className="section-actions">
        <button
          type="button"
          className="btn btn-secondary"
          onClick={() => {
            setResult(null)
            setIsImporting(true)
          }}
        >
          Paste or import a list
        </button>
      </div>
      {isImporting && (
        <ImportDialog
          holidays={holidays}
          save={importAll.mutateAsync}
          onClose={() => setIsImporting(false)}
          onImported={handleImported}
        />
      )}
    </Section>
  )
}

type HolidayListProps = {
  label: string
  holidays: readonly Holiday[]
  isBusy: boolean
  onDelete: (holiday: Holiday) => void
}

function HolidayList({ label, holidays, isBusy, onDelete }: HolidayListProps) {
  return (
    <ul className="holidays" aria-label={label}>
      {holidays.map(holiday => (
        <li key={holiday.id}>
          <span className="holiday-name">{holiday.name}</span>
          <time dateTime={holiday.date}>{formatLongDay(holiday.date)}</time>
          <IconButton
            icon={trash}
            label={`Delete ${holiday.name}, ${formatLongDay(holiday.date)}`}
            hint="Delete"
            variant="danger"
            disabled={isBusy}
            onClick={() => onDelete(holiday)}
          />
        </li>
      ))}
    </ul>
  )
}
