import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Alert } from './alert.tsx'

/** For `navigate(to, carrying(sentence))`: what was done on the last screen is said on the next. */
export const carrying = (notice: string) => ({ state: { notice } })

/** Says it once: after a reload or on the way back it is no news any more. */
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
 * In the browser's history itself, where the router keeps what is carried, and not by going to this page once more: that
 * would call back whoever has clicked on already.
 */
function forget(notice: string) {
  const { state } = window.history
  if (state?.usr?.notice === notice) window.history.replaceState({ ...state, usr: null }, '')
}
