import { type ReactNode, useId } from 'react'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: string
  help?: string
  /** A second line of help: what the value means. */
  meaning?: string
  error?: string
  /** Receives what ties the control to its label, help and error. */
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, help, meaning, error, children }: FieldProps) {
  const id = useId()
  const helpId = help && `${id}-help`
  const meaningId = meaning && `${id}-meaning`
  const errorId = error && `${id}-error`
  const describedBy = [errorId, helpId, meaningId].filter(Boolean).join(' ') || undefined

  return (
    <div className="field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
      {help && (
        <p className="form-text" id={helpId}>
          {help}
        </p>
      )}
      {meaning && (
        <p className="form-text" id={meaningId}>
          {meaning}
        </p>
      )}
    </div>
  )
}
