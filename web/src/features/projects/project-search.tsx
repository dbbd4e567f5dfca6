import search from 'bootstrap-icons/icons/search.svg?raw'
import { limits } from '#shared/limits.ts'
import { Icon } from '../../components/icon.tsx'
import './projects.scss'

type ProjectSearchProps = { text: string; onText: (text: string) => void }

export function ProjectSearch({ text, onText }: ProjectSearchProps) {
  return (
    <div className="project-search">
      <Icon svg={search} />
      <input
        type="search"
        className="form-control"
        aria-label="Search projects"
        placeholder="Search by name or description"
        maxLength={limits.searchMax}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  )
}
