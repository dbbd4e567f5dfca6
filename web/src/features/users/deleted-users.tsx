import { Suspense, useId, useRef, useState } from 'react'
import { lazily } from '../../lib/lazily.ts'

const DeletedUsersList = lazily(() => import('./deleted-users-list.tsx'))

/** Folded away, and loaded only when opened: few people ever need it. */
export default function DeletedUsers() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)

  return (
    <section>
      <h2 className="h6">
        <button
          ref={toggle}
          type="button"
          className="btn btn-link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> Deleted accounts
        </button>
      </h2>
      <div id={id}>
        {isOpen && (
          <Suspense>
            {/* The button that opened the dialog is gone then. */}
            <DeletedUsersList onErased={() => toggle.current?.focus()} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
