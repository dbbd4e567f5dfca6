import { type ChangeEvent, type FormEvent, useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { Holiday, HolidayInput, ImportedHolidays } from '#shared/contract/settings.ts'
import { systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { SubmitButton } from '../../components/form.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import { clearSlot, readSlot, removeOldSlots, writeSlot } from '../../lib/drafts.ts'
import { type Found, newHolidays } from './found-holidays.ts'
import { readCalendarFile } from './read-calendar-file.ts'
import { readList } from './read-list.ts'

type ImportDialogProps = {
  holidays: readonly Holiday[]
  onClose: () => void
  /** Rejects with the failure. */
  save: (holidays: HolidayInput[]) => Promise<ImportedHolidays>
  onImported: (sentence: string) => void
}

type ReadFile = { found: Found } | { problem: string }

/** Adds several holidays from a text or a calendar file. A preview shows what was read before it is saved. */
export function ImportDialog({ holidays, onClose, save, onImported }: ImportDialogProps) {
  const { text, setText, clear } = useStoredText()
  const [file, setFile] = useState<ReadFile | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const typed = useMemo(() => readList(text), [text])
  const taken = useMemo(() => new Set(holidays.map(({ date }) => date)), [holidays])
  const found = file && 'found' in file ? merged(file.found, typed) : typed
  const fresh = newHolidays(found.holidays, taken)
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (fresh.length === 0) return setFailure(messages.settings.noNewHolidays)
    if (fresh.length > limits.holidaysPerImport) return setFailure(messages.settings.tooManyHolidaysAtOnce)
    setFailure(null)
    setIsBusy(true)
    try {
      const { created, skipped } = await save(fresh)
      clear()
      onImported(messages.settings.holidaysAdded(created, skipped))
    } catch (error) {
      setFailure(failureText(error, messages.settings.holidayAddFailed))
      setIsBusy(false)
    }
  }

  async function handleFile({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0]
    setFile(chosen ? await read(chosen) : null)
  }

  const problem = file && 'problem' in file ? file.problem : undefined
  return (
    <Dialog title="Paste or import holidays" busy={isBusy} onClose={onClose}>
      <form className="form" noValidate onSubmit={event => void handleSubmit(event)}>
        {failure && <Alert variant="danger">{failure}</Alert>}
        <TextAreaField
          label="List"
          rows={6}
          placeholder={'2026-12-25, Christmas Day\n2027-01-01, New Year'}
          help="A date and a name in each line."
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <TextField
          label="Calendar file (.ics)"
          type="file"
          accept=".ics,text/calendar"
          error={problem}
          onChange={event => void handleFile(event)}
        />
        <Preview found={found} fresh={fresh} />
        <div className="form-buttons">
          <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <SubmitButton
            label={fresh.length === 0 ? 'Add holidays' : `Add ${countOf(fresh.length)}`}
            busyLabel="Adding..."
            busy={isBusy}
          />
        </div>
      </form>
    </Dialog>
  )
}

const prefix = 'list-draft:'
const shape = { text: z.string() }

/** The typed list is stored until it is saved, so that Cancel, Escape and a reload don't lose it. */
function useStoredText() {
  const slot = `${prefix}${useActor()?.id}:holidays`
  const [text, setText] = useState(() => readSlot(slot, shape)?.text ?? '')
  useEffect(() => removeOldSlots(prefix, shape), [])
  return {
    text,
    setText(next: string) {
      setText(next)
      if (next === '') clearSlot(slot)
      else writeSlot(slot, { text: next })
    },
    clear: () => clearSlot(slot),
  }
}

async function read(file: File): Promise<ReadFile> {
  if (file.size > limits.calendarFileBytesMax) return { problem: messages.settings.fileTooLarge }
  try {
    const found = readCalendarFile(await file.text(), systemClock.now().getFullYear())
    return found.holidays.length + found.problems.length === 0
      ? { problem: messages.settings.fileWithoutHolidays }
      : { found }
  } catch {
    return { problem: messages.settings.fileUnreadable }
  }
}

const merged = (a: Found, b: Found): Found => ({
  holidays: [...a.holidays, ...b.holidays],
  problems: [...a.problems, ...b.problems],
})

type PreviewProps = { found: Found; fresh: ReturnType<typeof newHolidays> }

function Preview({ found: { holidays, problems }, fresh }: PreviewProps) {
  const known = holidays.length - fresh.length
  if (holidays.length + problems.length === 0) return null
  return (
    <div className="import-preview">
      <p role="status" className="import-count">
        {[
          `${fresh.length} new`,
          known > 0 && `${known} already there or repeated`,
          problems.length > 0 && `${problems.length} not understood`,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {problems.length > 0 && (
        <ul className="import-problems" aria-label="Not understood">
          {problems.slice(0, problemsShown).map(({ line, text, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two events can be the same
            <li key={index}>
              Line {line}: <q>{text}</q> {reason}
            </li>
          ))}
          {problems.length > problemsShown && <li>and {problems.length - problemsShown} more</li>}
        </ul>
      )}
      {fresh.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard
        <ul className="import-list" aria-label="New holidays" tabIndex={0}>
          {fresh.map(({ date, name }) => (
            <li key={date}>
              <time dateTime={date}>{formatLongDay(date)}</time>
              <span>{name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const problemsShown = 5

const countOf = (count: number) => (count === 1 ? '1 holiday' : `${count} holidays`)
