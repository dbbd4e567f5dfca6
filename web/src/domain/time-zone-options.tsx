import { useState } from 'react'
import { zoneGroups } from './time-zones.ts'

/** All time zones, for a select: typing the name of a city finds it. */
export function TimeZoneOptions({ chosen }: { chosen?: string }) {
  const [groups] = useState(() => zoneGroups(chosen))
  return groups.map(({ label, zones }) => (
    <optgroup key={label} label={label}>
      {zones.map(({ name, city }) => (
        <option key={name} value={name}>
          {city}
        </option>
      ))}
    </optgroup>
  ))
}
