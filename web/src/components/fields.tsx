import eye from 'bootstrap-icons/icons/eye.svg?raw'
import eyeSlash from 'bootstrap-icons/icons/eye-slash.svg?raw'
import magnifier from 'bootstrap-icons/icons/search.svg?raw'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: string
  help?: string
  /** A second line of help that says what the value means. */
  meaning?: string
  error?: string
  /** Receives the attributes that connect the control with its label, help and error. */
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

/** The box above a list; its label is only for assistive technology. */
export function SearchField(input: ComponentProps<'input'>) {
  return (
    <div className="search-field">
      <Icon svg={magnifier} />
      <input {...input} type="search" className="form-control" />
    </div>
  )
}

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

type SelectFieldProps = ComponentProps<'select'> & { label: string; help?: string; error?: string }

export function SelectField({ label, help, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {control => <select {...select} {...control} className={`form-select ${error ? 'is-invalid' : ''}`} />}
    </Field>
  )
}

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
            // A shown password is a plain text field, which browsers would otherwise capitalize and spell-check.
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="password-toggle"
            aria-controls={control.id}
            // The label is not "Show password", because only the field may match the label "Password".
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

type CheckBox<Value> = {
  value: Value
  label: string
  /** A shorter label, used if the label doesn't fit. */
  short?: string
}

type CheckBoxesProps<Value> = {
  legend: string
  help?: string
  error?: string
  choices: readonly CheckBox<Value>[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  /** If true, all boxes are in one row and have the same size, such as the days of a week. */
  isRow?: boolean
  disabled?: boolean
}

/** A group of check boxes with its own help and error. */
export function CheckBoxes<Value extends string | number>(props: CheckBoxesProps<Value>) {
  const { legend, help, error, choices, chosen, onChange, isRow = false, disabled } = props
  const id = useId()
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined

  // The result has the order of the choices, not that of the clicks.
  const change = (value: Value, isChosen: boolean) =>
    onChange(
      choices.map(choice => choice.value).filter(each => (each === value ? isChosen : chosen.includes(each))),
    )

  return (
    <fieldset className="check-boxes" aria-describedby={describedBy} disabled={disabled}>
      <legend className="form-label">{legend}</legend>
      <div className={isRow ? 'check-row' : 'check-list'}>
        {choices.map(({ value, label, short }, index) => (
          <label key={value}>
            <input
              type="checkbox"
              className="check"
              checked={chosen.includes(value)}
              aria-label={short && label}
              aria-invalid={error && index === 0 ? true : undefined}
              onChange={event => change(value, event.target.checked)}
            />
            <span>{short ?? label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {help && (
        <p className="form-text" id={`${id}-help`}>
          {help}
        </p>
      )}
    </fieldset>
  )
}

/** Check boxes and the fields that depend on them, under one label. */
export function Choices({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside, with the days, has its own legend
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="form-label choices-label">
        {label}
      </span>
      {children}
    </div>
  )
}

type ChoiceProps = { isChosen: boolean; onChange: (isChosen: boolean) => void; children: ReactNode }

export function Choice({ isChosen, onChange, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        className="check"
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
