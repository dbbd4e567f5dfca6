/** Longer than this may be cut somewhere; then all of it is in the tooltip. */
const likelyCut = 40

/** A user's text in a list, cut after a few lines, so that one long name does not fill the screen. */
export function Clamped({ text, lines = 2 }: { text: string; lines?: number }) {
  return (
    <span
      className="clamped"
      style={{ WebkitLineClamp: lines }}
      title={text.length > likelyCut ? text : undefined}
    >
      {text}
    </span>
  )
}
