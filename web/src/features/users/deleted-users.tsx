import chevron from 'bootstrap-icons/icons/chevron-down.svg?raw'
import { Suspense, useId, useRef, useState } from 'react'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icon.tsx'
import { lazily } from '../../lib/lazily.ts'
import { usePrefetchParts } from '../../lib/use-prefetch-parts.ts'
import './users.scss'

const DeletedUsersList = lazily(() => import('./deleted-users-list.tsx'))
const prefetchedParts = [DeletedUsersList]

/** Folded away, and loaded only when opened: few people ever need it. */
export default function DeletedUsers() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  usePrefetchParts(prefetchedParts)

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
