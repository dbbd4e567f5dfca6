import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type SelectFieldProps = ComponentProps<'select'> & { label: string; help?: string; error?: string }

export function SelectField({ label, help, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {control => <select {...select} {...control} className={`form-select ${error ? 'is-invalid' : ''}`} />}
    </Field>
  )
}
