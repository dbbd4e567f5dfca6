import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Alert } from './alert.tsx'

/** For `navigate(to, carrying(sentence))`: what was done on the last screen is said on the next. */
export const carrying = (notice: string) => ({ state: { notice } })

/** Says it once: after a reload or on the way back it is no news any more. */
export function CarriedNotice() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const arrived: unknown = state?.notice
  const [notice, setNotice] = useState<string | null>(null)

  useEffect(() => {
    if (typeof arrived !== 'string') return
    setNotice(arrived)
    void navigate(pathname + search, { replace: true, state: null })
  }, [arrived, pathname, search, navigate])

  if (notice === null) return null
  return (
    <Alert variant="success" onDismiss={() => setNotice(null)}>
      {notice}
    </Alert>
  )
}
