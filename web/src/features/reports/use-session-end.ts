import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { readToken } from '../../lib/sign-in.ts'

/**
 * Ends the session once the user has had time to read the message. A user who leaves the screen before that is
 * signed out right away: without a valid token no other screen would work.
 */
export function useSessionEnd(endSession: () => void, onSignedInAgain: () => void) {
  const [refusedToken, setRefusedToken] = useState<{ token: string | null } | null>(null)
  const isDone = useRef(false)

  const end = useEffectEvent(() => {
    if (!refusedToken || isDone.current) return
    isDone.current = true
    const token = readToken()
    // Another tab may have signed in meanwhile; that session is a good one.
    if (token === null || token === refusedToken.token) return endSession()
    setRefusedToken(null)
    onSignedInAgain()
  })

  useEffect(() => {
    if (!refusedToken) return
    isDone.current = false
    const timer = setTimeout(() => end(), limits.redirectDelayMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [refusedToken])

  return () => setRefusedToken({ token: readToken() })
}
