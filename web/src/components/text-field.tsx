import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type TextFieldProps = ComponentProps<'input'> & {
  label: string
  help?: string
  meaning?: string
  error?: string
}

export function TextField({ label, help, meaning, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} meaning={meaning} error={error}>
      {control => <input {...input} {...control} className={`form-control ${error ? 'is-invalid' : ''}`} />}
    </Field>
  )
}
