import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import { Icon } from './icon.tsx'

type RowMoreProps = { label: string; isOpen: boolean; onToggle: () => void }

/** On phones: the first line of a thing in a list opens the rest of it. */
export function RowMore({ label, isOpen, onToggle }: RowMoreProps) {
  return (
    <button type="button" className="row-more" aria-expanded={isOpen} aria-label={label} onClick={onToggle}>
      <Icon svg={chevron} className="chevron" />
    </button>
  )
}
