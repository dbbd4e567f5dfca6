import { type FormEvent, useState } from 'react'
import type { Task } from '#shared/contract/tasks.ts'
import { limits } from '#shared/limits.ts'
import { SearchField } from '../../components/fields.tsx'
import './tasks.scss'

type TaskSearchProps = {
  text: string
  onChange: (text: string) => void
  /** Absent if all tasks are already on the screen. */
  onSearchAll?: () => void
  /** The text for which the server has found the listed tasks, or an empty text. */
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
      <SearchField
        aria-label="Search tasks"
        placeholder="Search by title, project or assignee"
        maxLength={limits.searchMax}
        value={text}
        onChange={event => onChange(event.target.value)}
      />
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

/**
 * The text of the search box. While it is typed, it filters the tasks on the screen. `searched` is the text that the server
 * has searched for; another text leaves those results.
 */
export function useTaskSearch(searched: string, leaveResults: () => void) {
  const [typed, setTyped] = useState({ text: searched, searchedThen: searched })
  // Back and Forward change `searched`, which then replaces the typed text.
  const text = typed.searchedThen === searched ? typed.text : searched

  function setText(next: string) {
    const leaves = searched !== '' && next.trim() !== searched
    setTyped({ text: next, searchedThen: leaves ? '' : searched })
    if (leaves) leaveResults()
  }

  const words = text.trim()
  // The server may match by other rules, so its results are not filtered by the same text again.
  const isNarrowing = words !== '' && words !== searched
  const narrow = (tasks: readonly Task[]) =>
    isNarrowing ? tasks.filter(task => matches(task, words)) : tasks

  return { text, words, setText, isNarrowing, narrow }
}

function matches({ title, project_name, assignee_name }: Task, words: string) {
  return [title, project_name, assignee_name ?? ''].some(text =>
    text.toLowerCase().includes(words.toLowerCase()),
  )
}
