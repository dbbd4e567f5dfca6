import { createRoot } from 'react-dom/client'
import { messages } from '#shared/messages.ts'
import { reload } from '../lib/lazily.ts'
import './new-version.scss'

type NewVersionProps = { onDismiss: () => void }

/** Offers the new version. It takes neither the focus nor space in the layout, so that it doesn't interrupt typing. */
export function NewVersion({ onDismiss }: NewVersionProps) {
  return (
    <section className="new-version" aria-label="New version">
      <span role="status">{messages.general.newVersion}</span>
      <button type="button" className="btn btn-primary btn-sm" onClick={reload}>
        Reload
      </button>
      <button type="button" className="btn-close" aria-label="Dismiss" onClick={onDismiss} />
    </section>
  )
}

let close = () => {}

/** A React root of its own, because it must not wait for a page that doesn't load. */
export function offerNewVersion() {
  close()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<NewVersion onDismiss={() => close()} />)
}
