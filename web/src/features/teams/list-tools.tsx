import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { limits } from '#shared/limits.ts'
import { searchNow } from '../../lib/url.ts'
import './teams.scss'

type ListToolsProps = {
  label: string
  placeholder: string
  search: string
  onSearch: (text: string) => void
  /** How many are shown. */
  status: string
}

/** The filter above a list, and how many it shows. */
export function ListTools({ label, placeholder, search, onSearch, status }: ListToolsProps) {
  return (
    <div className="team-tools">
      <input
        type="search"
        className="form-control"
        aria-label={label}
        placeholder={placeholder}
        maxLength={limits.searchMax}
        value={search}
        onChange={event => onSearch(event.target.value)}
      />
      <p className="text-body-secondary tabular" role="status">
        {/* A key, so that a changed right-aligned text does not count as a layout shift. */}
        <span key={status}>{status}</span>
      </p>
    </div>
  )
}

/** The filter is in the URL, so that Back and a reload restore it. */
export function useSearchInUrl() {
  const [params, setParams] = useSearchParams()
  // Also in the state, because the URL changes later and typing must not wait for it.
  const [search, setSearch] = useState(params.get('search') ?? '')

  function onSearch(text: string) {
    setSearch(text)
    const next = new URLSearchParams(searchNow())
    if (text === '') next.delete('search')
    else next.set('search', text)
    setParams(next, { replace: true })
  }

  return { search, onSearch }
}
