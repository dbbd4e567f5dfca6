import { useId } from 'react'
import { type Control, type FieldValues, type Path, type PathValue, useController } from 'react-hook-form'
import type { Settings } from '#shared/contract/settings.ts'
import { clockIn } from '../lib/time-zones.ts'
import { weekdayWords } from '../lib/weekdays.ts'
import { SelectField } from './select-field.tsx'
import { Placeholder, Skeleton } from './skeleton.tsx'
import { TimeZoneOptions } from './time-zone-options.tsx'
import { WorkingDaysField } from './working-days-field.tsx'
import './own-days-fields.scss'

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
  const label = useId()
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset inside, with the days, has its own legend */}
      <div className="field" role="group" aria-labelledby={label}>
        <span id={label} className="form-label own-days-label">
          Working days
        </span>
        <label className="own-days-choice">
          <input
            type="checkbox"
            className="check"
            checked={ownDays === null}
            onChange={event => setDays(event.target.checked ? null : [...(organization?.working_days ?? [])])}
          />
          {organization ? `Organization: ${weekdayWords(organization.working_days)}` : "The organization's"}
        </label>
        {ownDays !== null && (
          <WorkingDaysField
            legend="Days of the week"
            error={days.fieldState.error?.message}
            days={ownDays}
            onChange={setDays}
          />
        )}
      </div>
    </>
  )
}

/** As high as the fields of a user who has the organization's. */
export function OwnDaysSkeleton() {
  return (
    <Placeholder>
      <div className="form">
        <div className="field">
          <span className="form-label own-days-label">Time zone</span>
          <div className="form-select">&nbsp;</div>
        </div>
        <div className="field">
          <span className="form-label own-days-label">Working days</span>
          <div className="own-days-choice">
            <Skeleton width="12rem" />
          </div>
        </div>
        <div className="form-buttons">
          <span className="btn btn-primary held-back">Save</span>
        </div>
      </div>
    </Placeholder>
  )
}
