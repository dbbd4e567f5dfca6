import { useState } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import { type OwnDays, OwnDaysFields } from '../../domain/own-days-fields.tsx'
import { useSettings } from '../../domain/use-settings.ts'

type UserDaysProps<Values extends OwnDays & FieldValues> = {
  control: Control<Values>
  /** What was typed last time must not be hidden. */
  isOpened: boolean
  /** Of the last attempt: it must not be hidden either. */
  problem: unknown
}

/** Folded away: few users have a time zone or working days of their own. */
export function UserDays<Values extends OwnDays & FieldValues>(props: UserDaysProps<Values>) {
  const { control, isOpened, problem } = props
  const [isOpen, setIsOpen] = useState(isOpened)
  const [shown, setShown] = useState<unknown>()
  if (problem !== shown) {
    setShown(problem)
    if (problem) setIsOpen(true)
  }
  return (
    <details className="user-days" open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>Time zone and working days</summary>
      {isOpen && <Fields control={control} />}
    </details>
  )
}

/** Asks for the organization's once it is opened. */
function Fields<Values extends OwnDays & FieldValues>({ control }: { control: Control<Values> }) {
  const { data: organization } = useSettings()
  return (
    <div className="form">
      <OwnDaysFields control={control} organization={organization} />
    </div>
  )
}
