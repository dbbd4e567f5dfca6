import { type ReactNode, useId } from 'react'

/** Choices, and the fields that they bring with them, under one label. */
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
