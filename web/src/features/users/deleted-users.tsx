import { Suspense, useId, useRef, useState } from 'react'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { lazily } from '../../lib/lazily.ts'
import { useAhead } from '../../lib/use-ahead.ts'

const DeletedUsersList = lazily(() => import('./deleted-users-list.tsx'))
const partsAhead = [DeletedUsersList]

/** Folded away, and loaded only when opened: few people ever need it. */
export default function DeletedUsers() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  useAhead(partsAhead)

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
          <ErrorBoundary isPart>
            <Suspense>
              {/* The button that opened the dialog is gone then. */}
              <DeletedUsersList onErased={() => toggle.current?.focus({ preventScroll: true })} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </section>
  )
}
