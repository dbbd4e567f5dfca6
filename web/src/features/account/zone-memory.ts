import { useState } from 'react'
import { isSameZone, isTimeZone, ownTimeZone } from '#shared/zones.ts'
import { useAccount } from './api.ts'

// The answer is kept per account and zone: another zone is asked about again, and another user of this browser too.
const slotOf = (userId: number, zone: string) => `zone-answered:${userId}:${zone}`

/** Whether to ask for the browser's zone. Once it was answered, the account is not even loaded. */
export function useZoneQuestion(userId: number) {
  const [zone] = useState(ownTimeZone)
  const [isAnswered, setIsAnswered] = useState(() => localStorage.getItem(slotOf(userId, zone)) !== null)
  const { data: account, isPending } = useAccount({ enabled: !isAnswered })
  const [isAsked, setIsAsked] = useState(false)
  // Stays once asked: the answer is said in its place.
  if (!isAsked && !isAnswered && account && !isSame(account.effective.time_zone, zone)) setIsAsked(true)
  return {
    isUndecided: !isAnswered && isPending,
    isAsked: isAsked && !isAnswered,
    remember: () => localStorage.setItem(slotOf(userId, zone), ''),
    finish: () => setIsAnswered(true),
  }
}

/** The server may know a zone that this browser doesn't. */
const isSame = (a: string, b: string) => a === b || (isTimeZone(a) && isSameZone(a, b))
