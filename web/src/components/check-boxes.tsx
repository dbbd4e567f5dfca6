import { useId } from 'react'

type Choice<Value> = {
  value: Value
  label: string
  /** Where there is no room for the label. */
  short?: string
}

type CheckBoxesProps<Value> = {
  legend: string
  help?: string
  error?: string
  choices: readonly Choice<Value>[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  /** Equal boxes in one row, such as the days of a week. */
  isRow?: boolean
  disabled?: boolean
}

/** Several of a few: native check boxes in a group with its own help and error. */
export function CheckBoxes<Value extends string | number>(props: CheckBoxesProps<Value>) {
  const { legend, help, error, choices, chosen, onChange, isRow = false, disabled } = props
  const id = useId()
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined

  // In the order of the choices, whatever was ticked first.
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
