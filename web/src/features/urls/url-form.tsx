import check from 'bootstrap-icons/icons/check-lg.svg?raw'
import plus from 'bootstrap-icons/icons/plus-lg.svg?raw'
import { type FormEvent, type KeyboardEvent, type Ref, useId } from 'react'
import { type UrlInput, type UrlType, urlTypes } from '#shared/contract/urls.ts'
import { Icon } from '../../components/icon.tsx'

type UrlFormProps = {
  values: UrlInput
  onValues: (values: UrlInput) => void
  isEditing: boolean
  isBusy: boolean
  onSubmit: () => void
  onCancel: () => void
  textRef: Ref<HTMLInputElement>
}

/** Adds a link, or saves the link that is being edited. */
export function UrlForm({ values, onValues, isEditing, isBusy, onSubmit, onCancel, textRef }: UrlFormProps) {
  const id = useId()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && isEditing && !isBusy) onCancel()
  }

  return (
    <form className="url-form" noValidate onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <label className="visually-hidden" htmlFor={`${id}-type`}>
        Type
      </label>
      <select
        id={`${id}-type`}
        className="form-select"
        value={values.url_type}
        onChange={({ target }) => onValues({ ...values, url_type: target.value as UrlType })}
      >
        {Object.entries(urlTypes).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
      <label className="visually-hidden" htmlFor={`${id}-url`}>
        URL
      </label>
      <input
        ref={textRef}
        id={`${id}-url`}
        className="form-control"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={values.url}
        readOnly={isBusy}
        onChange={({ target }) => onValues({ ...values, url: target.value })}
      />
      <div className="url-form-buttons">
        <button type="submit" className="btn btn-primary icon-link" disabled={isBusy}>
          <Icon svg={isEditing ? check : plus} />
          {isEditing ? 'Confirm' : 'Add'}
        </button>
        {isEditing && (
          <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
