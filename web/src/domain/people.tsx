import { type Role, roleColours, roleLabels } from '#shared/roles.ts'

const colours = 8

/** A user's initials on a colour chosen by their id; the name is shown beside it. */
export function Avatar({ id, name }: { id: number; name: string }) {
  return (
    <span className={`avatar avatar-${id % colours}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** The first letters of the first and the last word. Works for characters of two UTF-16 units too. */
export function initials(name: string) {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map(word => [...(word ?? '')][0])
    .join('')
    .toUpperCase()
}

export function RoleBadge({ role }: { role: Role }) {
  return <span className={`badge text-bg-${roleColours[role]}`}>{roleLabels[role]}</span>
}
