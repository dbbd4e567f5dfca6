import './key-hint.scss'

/** The key that does the same as the button it stands on: only where there is a keyboard and room. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className="key-hint" aria-hidden="true">
      {keys.toUpperCase()}
    </span>
  )
}
