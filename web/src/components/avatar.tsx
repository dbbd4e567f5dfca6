const colours = 8

/** A person's initials on a colour of their own; the name stands beside it. */
export function Avatar({ id, name }: { id: number; name: string }) {
  return (
    <span className={`avatar avatar-${id % colours}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** First letters of the first and the last word; whole characters, also beyond the basic plane. */
export function initials(name: string) {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map(word => [...(word ?? '')][0])
    .join('')
    .toUpperCase()
}
