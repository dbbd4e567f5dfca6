import { type Control, type FieldValues, type Path, type PathValue, useController } from 'react-hook-form'
import type { Settings } from '#shared/contract/settings.ts'
import { Choice, Choices } from '../components/choices.tsx'
import { ChoiceSkeleton, FieldSkeleton, FormSkeleton, SelectSkeleton } from '../components/form-skeleton.tsx'
import { SelectField } from '../components/select-field.tsx'
import { TimeZoneOptions } from './time-zone-options.tsx'
import { clockIn } from './time-zones.ts'
import { weekdayWords } from './weekdays.ts'
import { WorkingDaysField } from './working-days-field.tsx'

/** Null: as the organization has it. */
export type OwnDays = { time_zone: string | null; working_days: number[] | null }

type OwnDaysFieldsProps<Values extends OwnDays & FieldValues> = {
  control: Control<Values>
  /** Undefined: not known yet. */
  organization: Pick<Settings, 'time_zone' | 'working_days'> | undefined
}

/** The time zone and working days of a user, each the organization's or their own. */
export function OwnDaysFields<Values extends OwnDays & FieldValues>(props: OwnDaysFieldsProps<Values>) {
  const { control, organization } = props
  const zone = useController({ control, name: 'time_zone' as Path<Values> })
  const days = useController({ control, name: 'working_days' as Path<Values> })
  const ownZone: string | null = zone.field.value
  const ownDays: number[] | null = days.field.value
  const setDays = (next: number[] | null) => days.field.onChange(next as PathValue<Values, Path<Values>>)
  return (
    <>
      <SelectField
        label="Time zone"
        help={ownZone === null ? undefined : `It's ${clockIn(ownZone)} there now.`}
        error={zone.fieldState.error?.message}
        ref={zone.field.ref}
        value={ownZone ?? ''}
        onChange={event => zone.field.onChange(event.target.value || null)}
      >
        <option value="">
          {organization
            ? `Organization: ${organization.time_zone} (now ${clockIn(organization.time_zone)})`
            : "The organization's"}
        </option>
        <TimeZoneOptions chosen={ownZone ?? undefined} />
      </SelectField>
      <Choices label="Working days">
        <Choice
          isChosen={ownDays === null}
          onChange={isOn => setDays(isOn ? null : [...(organization?.working_days ?? [])])}
        >
          {organization ? `Organization: ${weekdayWords(organization.working_days)}` : "The organization's"}
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

/** As high as the fields of a user who has the organization's. */
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
