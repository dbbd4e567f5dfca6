import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

export type Redirect = { to: string; delayMs: number }

/** Goes there once the message had its time to be read; leaving the screen before that cancels it. */
export function useDelayedRedirect(redirect: Redirect | null) {
  const navigate = useNavigate()
  const go = useEffectEvent((to: string) => void navigate(to))
  const { to, delayMs } = redirect ?? {}

  useEffect(() => {
    if (to === undefined) return
    const timer = setTimeout(() => go(to), delayMs)
    return () => clearTimeout(timer)
  }, [to, delayMs])
}
