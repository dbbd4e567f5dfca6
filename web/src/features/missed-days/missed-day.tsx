import { useEffect, useEffectEvent } from 'react'
import { useMissedDays } from './api.ts'

type MissedDayProps = { day: string; onAnswer: (isMissed: boolean) => void }

/** Shows nothing: asks whether a report is still owed for this day. */
export default function MissedDay({ day, onAnswer }: MissedDayProps) {
  const { data, isPending } = useMissedDays()
  const answer = useEffectEvent(onAnswer)
  useEffect(() => {
    if (!isPending) answer(data?.days.includes(day) === true)
  }, [isPending, data, day])
  return null
}
