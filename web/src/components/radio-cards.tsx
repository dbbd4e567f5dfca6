import { useId } from 'react'
import './radio-cards.scss'

type RadioCardsProps<Value> = {
  legend: string
  choices: readonly { value: Value; label: string; about: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A choice among a few options that need a sentence each. */
export function RadioCards<Value extends string>({
  legend,
  choices,
  chosen,
  onChoose,
}: RadioCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset className="radio-cards">
      <legend className="form-label">{legend}</legend>
      {choices.map(({ value, label, about }) => (
        <div key={value} className="radio-card">
          <input
            id={`${id}-${value}`}
            type="radio"
            name={id}
            checked={chosen === value}
            aria-describedby={`${id}-${value}-about`}
            onChange={() => onChoose(value)}
          />
          <div>
            <label htmlFor={`${id}-${value}`}>{label}</label>
            <p id={`${id}-${value}-about`} className="text-body-secondary">
              {about}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  )
}
