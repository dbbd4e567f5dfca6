import { type ReactNode, useId, useState } from 'react'
import { useAutoGrow } from '../lib/lists.ts'
import './checklist.scss'

/** From this number of items on, the list has a search box. */
const searchableFrom = 9

export type ChecklistItem = {
  id: number
  name: string
  /** Shown at the end of the line, such as a role. */
  detail?: string | undefined
  /** More text that the filter searches, such as an e-mail. */
  words?: string
}

type ChecklistProps = {
  legend: string
  items: readonly ChecklistItem[]
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
  /** The accessible name of the search box. */
  filterLabel: string
  /** Shown if there are no items. */
  none?: string
  /** Replaces the items while they are loading, or if that failed. */
  children?: ReactNode
  help?: string
  error?: string
}

/** Check boxes in a box that scrolls, with a search box if there are many. */
export function Checklist(props: ChecklistProps) {
  const { legend, items, chosen, onChosen, filterLabel, none, children, help, error } = props
  const [search, setSearch] = useState('')
  const id = useId()
  const words = search.trim().toLowerCase()
  const found = items.filter(item => `${item.name} ${item.words ?? ''}`.toLowerCase().includes(words))
  const shown = useAutoGrow(found)
  const isChosen = new Set(chosen)

  const toggle = (itemId: number, isOn: boolean) =>
    onChosen(isOn ? [...chosen, itemId] : chosen.filter(each => each !== itemId))

  return (
    <fieldset
      className="field"
      aria-describedby={[error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined}
    >
      <legend className="form-label">
        {legend}
        <span className="checklist-count">{chosen.length} selected</span>
      </legend>
      {items.length >= searchableFrom && (
        <input
          type="search"
          className="form-control checklist-filter"
          aria-label={filterLabel}
          placeholder="Filter by name"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Without this, Enter in the search box would submit the form.
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="checklist">
        {children}
        {shown.map(({ id: itemId, name, detail }, index) => (
          <label key={itemId} className="checklist-item">
            <input
              type="checkbox"
              className="check"
              checked={isChosen.has(itemId)}
              aria-invalid={error && index === 0 ? true : undefined}
              onChange={({ target }) => toggle(itemId, target.checked)}
            />
            <span>{name}</span>
            {detail && <span className="checklist-role">{detail}</span>}
          </label>
        ))}
        {!children && found.length === 0 && (
          <p className="text-body-secondary">{items.length === 0 && none ? none : 'No matches.'}</p>
        )}
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
