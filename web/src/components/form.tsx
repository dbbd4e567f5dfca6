import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import type { Submission } from '../lib/forms.ts'
import { Alert } from './alert.tsx'

/** Leaves a form; disabled while the form is being sent, so that the user sees the result. */
export function CancelLink({ to, busy }: { to: string; busy: boolean }) {
  return busy ? (
    <span className="btn btn-secondary disabled" aria-disabled="true">
      Cancel
    </span>
  ) : (
    <Link to={to} className="btn btn-secondary">
      Cancel
    </Link>
  )
}

type SubmitButtonProps = {
  label: string
  busyLabel: string
  busy: boolean
  /** True while there is nothing to send. */
  disabled?: boolean
  className?: string
}

/** Shows `busyLabel` and is disabled while the form is being sent. */
export function SubmitButton(props: SubmitButtonProps) {
  const { label, busyLabel, busy, disabled = false, className = '' } = props
  return (
    <button type="submit" className={`btn btn-primary ${className}`} disabled={busy || disabled}>
      {busy && <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  )
}

type FormShellProps = {
  /** The result of `useSubmit`. */
  submission: Submission
  submitLabel: string
  busyLabel: string
  /** Where Cancel leads, or what it does; absent if there is nothing to go back to. */
  cancel?: string | (() => void)
  className?: string
  /** Shown above the alert. */
  heading?: ReactNode
  children: ReactNode
}

export function FormShell(props: FormShellProps) {
  const { submission, submitLabel, busyLabel, cancel, className = '', heading, children } = props
  const { isBusy } = submission
  return (
    <form
      ref={submission.element}
      className={`form ${className}`}
      noValidate
      onSubmit={event => void submission.handleSubmit(event)}
    >
      {heading}
      <FormAlert submission={submission} />
      {children}
      <div className="form-buttons">
        {typeof cancel === 'string' && <CancelLink to={cancel} busy={isBusy} />}
        {typeof cancel === 'function' && (
          <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={cancel}>
            Cancel
          </button>
        )}
        <SubmitButton label={submitLabel} busyLabel={busyLabel} busy={isBusy} />
      </div>
    </form>
  )
}

/** Shows why the last attempt failed. */
export function FormAlert({ submission: { failure, attempt, alertTakesFocus } }: { submission: Submission }) {
  return (
    failure && (
      <Alert key={attempt} variant="danger" takesFocus={alertTakesFocus}>
        {failure}
      </Alert>
    )
  )
}

/** Shown above a form whose fields were restored from a draft. */
export function DraftRestored({ busy, onDiscard }: { busy: boolean; onDiscard: () => void }) {
  return (
    <Alert variant="info">
      {messages.general.draftRestored}
      <button type="button" className="btn btn-secondary btn-sm ms-2" disabled={busy} onClick={onDiscard}>
        Discard
      </button>
    </Alert>
  )
}
