import { useState } from 'react'
import { systemClock } from '#shared/dates.ts'
import { allTimeZones, ownTimeZone } from '#shared/zones.ts'

export type ZoneGroup = { label: string; zones: { name: string; city: string }[] }

/**
 * All zones by region, the browser's own first. `chosen` is among them even if this browser knows it by another name:
 * browsers differ in which of Asia/Kolkata and Asia/Calcutta they list.
 */
export function zoneGroups(chosen = '', zones = allTimeZones(), own = ownTimeZone()): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup>()
  const listed = zones.includes(chosen) || chosen === '' ? zones : [...zones, chosen].sort()
  for (const name of listed) {
    if (name === own) continue
    const { city, region } = splitName(name)
    const label = region ?? 'Other'
    const group = groups.get(label) ?? { label, zones: [] }
    group.zones.push({ name, city })
    groups.set(label, group)
  }
  for (const { zones: inRegion } of groups.values()) inRegion.sort((a, b) => a.city.localeCompare(b.city))
  const { city, region } = splitName(own)
  const yours = { label: 'This browser', zones: [{ name: own, city: region ? `${city} (${region})` : city }] }
  const other = groups.get('Other')
  groups.delete('Other')
  return [yours, ...groups.values(), ...(other ? [other] : [])]
}

/** Splits names such as America/Argentina/Buenos_Aires. Options begin with the city, so that typing it finds it. */
function splitName(name: string): { city: string; region?: string } {
  const [region = '', ...rest] = name.replaceAll('_', ' ').split('/')
  const city = rest.pop()
  if (city === undefined) return { city: region }
  return { region, city: rest.length === 0 ? city : `${city} (${rest.join(', ')})` }
}

/** The current time in a zone, such as "17:05". */
export const currentTimeIn = (zone: string) =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(
    systemClock.now(),
  )

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
