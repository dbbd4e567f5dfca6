import type { ReactNode } from 'react'
import type { Submission } from '../lib/use-submit.ts'
import { Alert } from './alert.tsx'
import { CancelLink } from './cancel-link.tsx'
import { SubmitButton } from './submit-button.tsx'

type FormShellProps = {
  /** What `useSubmit` gave. */
  submission: Submission
  submitLabel: string
  busyLabel: string
  /** Where Cancel leads, or what it does; absent: there is nothing to go back to. */
  cancel?: string | (() => void)
  className?: string
  /** Above the alert. */
  heading?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A form: its alert, its fields, and at its end the way out and the one main action. */
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

/** Why the last attempt failed. */
export function FormAlert({ submission: { failure, attempt, alertTakesFocus } }: { submission: Submission }) {
  return (
    failure && (
      <Alert key={attempt} variant="danger" takesFocus={alertTakesFocus}>
        {failure}
      </Alert>
    )
  )
}
