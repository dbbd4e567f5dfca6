import cloudSlash from 'bootstrap-icons/icons/cloud-slash.svg?raw'
import { useEffect } from 'react'
import { messages } from '#shared/messages.ts'
import { useFocusOnce } from '../lib/focus.ts'
import { Icon } from './icon.tsx'

/** Stands outside the router too, so it uses nothing of it. */
export function ErrorPage() {
  const heading = useFocusOnce<HTMLHeadingElement>()
  useEffect(() => {
    document.title = 'Something went wrong · Daily Report App'
  }, [])

  return (
    <div className="page page-reading">
      <div className="empty-state card">
        <Icon svg={cloudSlash} className="empty-state-icon" />
        <h1 ref={heading} tabIndex={-1}>
          Something went wrong
        </h1>
        <p className="text-body-secondary">{messages.general.pageFailed}</p>
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    </div>
  )
}
