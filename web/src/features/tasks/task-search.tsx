import search from 'bootstrap-icons/icons/search.svg?raw'
import type { FormEvent } from 'react'
import { limits } from '#shared/limits.ts'
import { Icon } from '../../components/icon.tsx'
import './tasks.scss'

type TaskSearchProps = {
  text: string
  onChange: (text: string) => void
  /** Absent: all there is to search is on screen already. */
  onSearchAll?: () => void
  /** What is listed was found by the server, for these words. */
  searched: string
  onClear: () => void
}

export function TaskSearch({ text, onChange, onSearchAll, searched, onClear }: TaskSearchProps) {
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onSearchAll?.()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some browsers
    <form className="task-search" role="search" onSubmit={handleSubmit}>
      <div className="task-search-box">
        <Icon svg={search} />
        <input
          type="search"
          className="form-control"
          aria-label="Search tasks"
          placeholder="Search by title, project or assignee"
          maxLength={limits.searchMax}
          value={text}
          onChange={event => onChange(event.target.value)}
        />
      </div>
      {onSearchAll && (
        <button type="submit" className="btn btn-secondary">
          Search all tasks for “{text.trim()}”
        </button>
      )}
      {searched !== '' && (
        <p className="text-body-secondary">
          Results for “{searched}” in all tasks.{' '}
          <button type="button" className="task-search-clear" onClick={onClear}>
            Clear search
          </button>
        </p>
      )}
    </form>
  )
}
