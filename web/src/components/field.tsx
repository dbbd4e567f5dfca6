import { type ReactNode, useId } from 'react'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: string
  help?: string
  error?: string
  /** Receives what ties the control to its label, help and error. */
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, help, error, children }: FieldProps) {
  const id = useId()
  const helpId = help && `${id}-help`
  const errorId = error && `${id}-error`
  const describedBy = [errorId, helpId].filter(Boolean).join(' ') || undefined

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
    </div>
  )
}
