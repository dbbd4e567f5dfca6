import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type TextAreaFieldProps = ComponentProps<'textarea'> & { label: string; help?: string; error?: string }

export function TextAreaField({ label, help, error, ...textarea }: TextAreaFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {control => (
        <textarea {...textarea} {...control} className={`form-control ${error ? 'is-invalid' : ''}`} />
      )}
    </Field>
  )
}
