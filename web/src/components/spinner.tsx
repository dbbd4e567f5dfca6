import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'

/** Shows itself only when waiting takes long enough to be noticed, so that nothing flashes. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), limits.placeholderMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="waiting" role="status">
      {visible && (
        <>
          <span className="spinner-border" aria-hidden="true" />
          <span className="visually-hidden">{label}</span>
        </>
      )}
    </div>
  )
}
