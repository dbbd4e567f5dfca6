import eye from 'bootstrap-icons/icons/eye.svg?raw'
import eyeSlash from 'bootstrap-icons/icons/eye-slash.svg?raw'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  help?: string
  error?: string
}

export function PasswordField({ label, help, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} help={help} error={error}>
      {control => (
        <div className="password">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={`form-control ${error ? 'is-invalid' : ''}`}
            // While it is shown it is plain text to the browser's helpers too.
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="password-toggle"
            aria-controls={control.id}
            // Not "Show password": the field alone is to be found by the label "Password".
            aria-label={shown ? 'Hide characters' : 'Show characters'}
            onClick={() => setShown(!shown)}
          >
            <Icon svg={shown ? eyeSlash : eye} />
          </button>
        </div>
      )}
    </Field>
  )
}
