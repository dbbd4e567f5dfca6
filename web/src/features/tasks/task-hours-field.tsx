import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { spellHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { TextField } from '../../components/text-field.tsx'

const step = limits.taskTenthsMin / 10

const tenthsText = (minutes: number) => String(Math.round(minutes / 6) / 10)

type TaskHoursFieldProps = ComponentProps<typeof TextField> &
  UseFormRegisterReturn & {
    /** What is in the field now, to say what it means. */
    typed: unknown
  }

/** Hours as plain decimals in tenths (not hour.minutes as in reports), saying what they mean while they are typed. */
export function TaskHoursField({ typed, ref, ...props }: TaskHoursFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  const handleWritten = useEffectEvent((hours: string) => {
    if (!input.current) return
    input.current.value = hours
    void props.onChange({ target: input.current, type: 'change' })
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // Loaded after the page, which shows sooner without it. Should it not arrive, plain decimals can still be typed.
    import('../../lib/translate-hours.ts').then(
      ({ translateHours }) => {
        if (input.current)
          translateHours(input.current, { inUnit: tenthsText, onChange: handleWritten, signal })
      },
      () => {},
    )
    return () => listening.abort()
  }, [])

  return (
    <TextField
      type="number"
      inputMode="decimal"
      min={step}
      step={step}
      meaning={meaningOf(String(typed ?? ''))}
      {...props}
      ref={element => {
        input.current = element
        ref(element)
      }}
    />
  )
}

function meaningOf(typed: string) {
  const minutes = Math.round(Number(typed) * 60)
  const isMeant = minutes > 0 && minutes <= limits.taskTenthsMax * 6
  return isMeant ? `${Number(typed)} = ${spellHours(minutes)}` : messages.task.decimalHoursHint
}
