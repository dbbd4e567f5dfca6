import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import { useId, useRef, useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import { DeletedUsersList } from './deleted-users-list.tsx'
import './users.scss'

/** Folded away, and asked for only when opened: few people ever need it. */
export function DeletedUsers() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)

  return (
    <section className="deleted-users">
      <h2>
        <button
          ref={toggle}
          type="button"
          className="icon-link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Deleted accounts
          <Icon svg={chevron} className="chevron" />
        </button>
      </h2>
      <div id={id} className="deleted-users-list">
        {/* After erasing, the button that opened the dialog is gone. */}
        {isOpen && <DeletedUsersList onErased={() => toggle.current?.focus({ preventScroll: true })} />}
      </div>
    </section>
  )
}
