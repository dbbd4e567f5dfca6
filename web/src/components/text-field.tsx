import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type TextFieldProps = ComponentProps<'input'> & { label: string; help?: string; error?: string }

export function TextField({ label, help, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {control => <input {...input} {...control} className={`form-control ${error ? 'is-invalid' : ''}`} />}
    </Field>
  )
}
