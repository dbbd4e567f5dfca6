import { limits } from '#shared/limits.ts'
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

/** The search above a list, kept in the URL. */
export const listSearch = { search: () => true }
