import plus from 'bootstrap-icons/icons/plus-lg.svg?raw'
import { type FormEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ImportUsersReply } from '#shared/contract/import-users.ts'
import { limits } from '#shared/limits.ts'
import { importMessages } from '#shared/messages/import.ts'
import { projectKey } from '#shared/project-key.ts'
import type { Role } from '#shared/roles.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { serverText } from '../../lib/failures.ts'
import { takeFocus, useFocusOnce } from '../../lib/focus.ts'
import { useImportUsers } from './import-api.ts'
import { ImportLine } from './import-line.tsx'
import {
  changeLine,
  checkList,
  emptyLine,
  hasAccount,
  importBody,
  type LineField,
  withRefusals,
} from './import-lines.ts'
import { DefaultRole } from './import-paste.tsx'
import { UnknownProjects, UnknownRoles } from './import-unknown.tsx'
import type { ImportState } from './use-import-draft.ts'

type Change = (part: Partial<ImportState> | ((before: ImportState) => Partial<ImportState>)) => void

type ImportReviewProps = {
  state: ImportState
  projectNames: readonly string[]
  mayAdd: (role: Role) => boolean
  onChange: Change
  onInvited: (reply: ImportUsersReply) => void
}

/** What is asked about all lines stands above them. */
const problems = '.import-roles select, [data-undecided] input, .import-lines [aria-invalid="true"]'

/** The second step: what was understood, line by line, to be mended and sent. */
export function ImportReview({ state, projectNames, mayAdd, onChange, onInvited }: ImportReviewProps) {
  const { lines, defaultRole, decisions, ignored } = state
  const known = useMemo(() => new Set(projectNames.map(projectKey)), [projectNames])
  const checked = useMemo(
    () => checkList(lines, { defaultRole, known, decisions, mayAdd }),
    [lines, defaultRole, known, decisions, mayAdd],
  )
  const sending = useImportUsers()
  const [failure, setFailure] = useState<{ sentence: string; isAboutLines: boolean } | null>(null)
  const isSending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const heading = useFocusOnce<HTMLHeadingElement>(true, { preventScroll: true })
  const isBusy = sending.isPending || sending.isSuccess
  const accounts = lines.filter(hasAccount).length

  useLayoutEffect(() => {
    // In braces: newer browsers return a promise, which React would take for the effect's cleanup.
    window.scrollTo(0, 0)
  }, [])

  const handleChange = useCallback(
    (key: number, field: LineField, value: string) =>
      onChange(before => ({
        lines: before.lines.map(line => (line.key === key ? changeLine(line, field, value) : line)),
      })),
    [onChange],
  )

  const focusLine = useCallback(
    (index: number) => {
      const fieldsets = form.current?.querySelectorAll<HTMLElement>('.import-line') ?? []
      const line = fieldsets[Math.min(index, fieldsets.length - 1)]
      if (line) line.querySelector('input')?.focus()
      else heading.current?.focus()
    },
    [heading],
  )

  const handleRemove = useCallback(
    (key: number) => {
      let place = 0
      flushSync(() =>
        onChange(before => {
          place = before.lines.findIndex(line => line.key === key)
          return { lines: before.lines.filter(line => line.key !== key) }
        }),
      )
      focusLine(place)
    },
    [onChange, focusLine],
  )

  function addLine() {
    flushSync(() => onChange({ lines: [...lines, emptyLine()] }))
    focusLine(lines.length)
  }

  function focusFirstProblem() {
    takeFocus(form.current?.querySelector<HTMLElement>(problems))
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // A second click may come before the button is drawn as disabled.
    if (isSending.current) return
    if (lines.length === 0) return setFailure({ sentence: importMessages.none, isAboutLines: false })
    if (checked.wrong > 0) {
      setFailure({ sentence: importMessages.refused(checked.wrong), isAboutLines: true })
      return focusFirstProblem()
    }
    isSending.current = true
    setFailure(null)
    try {
      onInvited(await sending.mutateAsync(importBody(checked, decisions)))
    } catch (error) {
      showFailure(error)
    } finally {
      isSending.current = false
    }
  }
  function showFailure(error: unknown) {
    const errors = error instanceof ApiError ? error.errors : {}
    const refused = withRefusals(lines, errors)
    const wrong = refused.filter(({ refused: found }) => Object.keys(found).length > 0).length
    if (wrong === 0) {
      const isLost = error instanceof ApiError && error.status === 0
      const sentence = isLost ? importMessages.noAnswer : (serverText(error) ?? importMessages.failed)
      return setFailure({ sentence, isAboutLines: false })
    }
    flushSync(() => {
      onChange({ lines: refused })
      setFailure({ sentence: importMessages.refused(wrong), isAboutLines: true })
    })
    focusFirstProblem()
  }

  return (
    <form ref={form} className="import-review" noValidate onSubmit={event => void handleSubmit(event)}>
      {failure && (
        <Alert variant="danger" takesFocus={!failure.isAboutLines}>
          {failure.sentence}
        </Alert>
      )}
      <fieldset className="import-parts" disabled={isBusy}>
        <div className="import-head">
          <div>
            <h2 ref={heading} tabIndex={-1}>
              Check the list
            </h2>
            <p role="status">{importMessages.summary(lines.length, checked.wrong)}</p>
            {ignored.length > 0 && <p className="form-text">{importMessages.ignored(ignored)}</p>}
          </div>
          <DefaultRole role={defaultRole} mayAdd={mayAdd} onChange={onChange} />
        </div>
        {accounts > 0 && (
          <Alert variant="warning">
            {importMessages.haveAccounts(accounts)}
            <button
              type="button"
              className="btn btn-secondary btn-sm ms-2"
              onClick={() => {
                flushSync(() => onChange({ lines: lines.filter(line => !hasAccount(line)) }))
                heading.current?.focus()
              }}
            >
              {accounts === 1 ? 'Remove this line' : `Remove these ${accounts} lines`}
            </button>
          </Alert>
        )}
        <UnknownRoles
          words={checked.unknownRoles}
          mayAdd={mayAdd}
          onChoose={(word, role) =>
            onChange({
              lines: lines.map(line => (line.unknownRole === word ? changeLine(line, 'role', role) : line)),
            })
          }
        />
        <UnknownProjects
          projects={checked.unknownProjects}
          decisions={decisions}
          onDecide={more => onChange({ decisions: { ...decisions, ...more } })}
        />
        {lines.length > 0 && (
          <ol className="card import-lines" aria-label="People">
            {lines.map((line, index) => {
              const errors = checked.lines[index]?.errors
              return (
                <ImportLine
                  key={line.key}
                  line={line}
                  number={index + 1}
                  defaultRole={defaultRole}
                  mayAdd={mayAdd}
                  nameError={errors?.name}
                  emailError={errors?.email}
                  roleError={errors?.role}
                  projectsError={errors?.projects}
                  onChange={handleChange}
                  onRemove={handleRemove}
                />
              )
            })}
          </ol>
        )}
        <div className="import-end">
          <button
            type="button"
            className="btn btn-secondary btn-sm icon-link"
            disabled={lines.length >= limits.importMax}
            onClick={addLine}
          >
            <Icon svg={plus} />
            Add a line
          </button>
          <p className="form-text">Separate projects with a semicolon.</p>
        </div>
      </fieldset>
      <div className="import-bar">
        <span className="import-bar-count">{importMessages.summary(lines.length, checked.wrong)}</span>
        {checked.wrong > 0 && (
          <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={focusFirstProblem}>
            Next problem
          </button>
        )}
        <button
          type="button"
          className="btn btn-secondary"
          disabled={isBusy}
          onClick={() => onChange({ isReviewing: false })}
        >
          Back
        </button>
        <SubmitButton
          label={lines.length === 1 ? 'Invite 1 person' : `Invite ${lines.length} people`}
          busyLabel="Inviting..."
          busy={isBusy}
        />
      </div>
    </form>
  )
}
