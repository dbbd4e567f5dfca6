import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'

/** A success that is said and then vanishes; a new one has its full time again. */
export function useTimedNotice() {
  const [notice, setNotice] = useState<{ text: string } | null>(null)

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), limits.bannerMs)
    return () => clearTimeout(timer)
  }, [notice])

  return { notice: notice?.text, showNotice: (text: string) => setNotice({ text }) }
}
