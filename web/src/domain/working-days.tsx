import { type Control, type FieldValues, type Path, type PathValue, useController } from 'react-hook-form'
import type { Settings } from '#shared/contract/settings.ts'
import { CheckBoxes, Choice, Choices, SelectField } from '../components/fields.tsx'
import { ChoiceSkeleton, FieldSkeleton, FormSkeleton, SelectSkeleton } from '../components/placeholders.tsx'
import { currentTimeIn, TimeZoneOptions } from './time-zones.tsx'
import { formatWeekdays, weekdays } from './weekdays.ts'

const choices = weekdays.map(({ number, name, short }) => ({ value: number, label: name, short }))

type WorkingDaysFieldProps = {
  legend?: string
  help?: string
  error?: string
  days: readonly number[]
  onChange: (days: number[]) => void
}

export function WorkingDaysField({ legend = 'Working days', days, ...field }: WorkingDaysFieldProps) {
  return <CheckBoxes legend={legend} choices={choices} chosen={days} isRow {...field} />
}

/** If a field is null, the organization's setting applies. */
export type OwnDays = { time_zone: string | null; working_days: number[] | null }

type OwnDaysFieldsProps<Values extends OwnDays & FieldValues> = {
  control: Control<Values>
  organization: Pick<Settings, 'time_zone' | 'working_days'> | undefined
}

/** The time zone and working days of a user, each the organization's or their own. */
export function OwnDaysFields<Values extends OwnDays & FieldValues>(props: OwnDaysFieldsProps<Values>) {
  const { control, organization } = props
  const zone = useController({ control, name: 'time_zone' as Path<Values> })
  const days = useController({ control, name: 'working_days' as Path<Values> })
  const ownZone: string | null = zone.field.value
  const ownDays: number[] | null = days.field.value
  // Null until the organization's zone is loaded.
  const shownZone = ownZone ?? organization?.time_zone ?? null
  const setDays = (next: number[] | null) => days.field.onChange(next as PathValue<Values, Path<Values>>)
  return (
    <>
      <SelectField
        label="Time zone"
        help={shownZone === null ? undefined : `It's ${currentTimeIn(shownZone)} there now.`}
        error={zone.fieldState.error?.message}
        ref={zone.field.ref}
        value={ownZone ?? ''}
        onChange={event => zone.field.onChange(event.target.value || null)}
      >
        <option value="">
          {organization ? `Organization: ${organization.time_zone}` : "The organization's"}
        </option>
        <TimeZoneOptions chosen={ownZone ?? undefined} />
      </SelectField>
      <Choices label="Working days">
        <Choice
          isChosen={ownDays === null}
          onChange={isOn => setDays(isOn ? null : [...(organization?.working_days ?? [])])}
        >
          {organization ? `Organization: ${formatWeekdays(organization.working_days)}` : "The organization's"}
        </Choice>
        {ownDays !== null && (
          <WorkingDaysField
            legend="Days of the week"
            error={days.fieldState.error?.message}
            days={ownDays}
            onChange={setDays}
          />
        )}
      </Choices>
    </>
  )
}

/** Has the height of the fields of a user with the organization's settings. */
export const OwnDaysSkeleton = () => (
  <FormSkeleton>
    <FieldSkeleton label="Time zone">
      <SelectSkeleton />
    </FieldSkeleton>
    <FieldSkeleton label="Working days">
      <ChoiceSkeleton width="12rem" />
    </FieldSkeleton>
  </FormSkeleton>
)
