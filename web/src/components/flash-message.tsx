import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Alert } from './alert.tsx'

/** For `navigate(to, carrying(sentence))`: what was done on the last screen is said on the next. */
export const carrying = (notice: string) => ({ state: { notice } })

/** Shown once: not again after a reload or Back. */
export function FlashMessage() {
  const arrived: unknown = useLocation().state?.notice
  const [notice, setNotice] = useState<string | null>(null)

  useEffect(() => {
    if (typeof arrived !== 'string') return
    setNotice(arrived)
    forget(arrived)
  }, [arrived])

  if (notice === null) return null
  return (
    <Alert variant="success" onDismiss={() => setNotice(null)}>
      {notice}
    </Alert>
  )
}

/**
 * Changes the browser's history entry, where the router keeps the message, instead of navigating to this page again:
 * that would bring back a user who has already left it.
 */
function forget(notice: string) {
  const { state } = window.history
  if (state?.usr?.notice === notice) window.history.replaceState({ ...state, usr: null }, '')
}
