/** The key that does the same as the button it stands on: only where there is a keyboard and room. */
export function KeyHint({ keys }: { keys: string }) {
  // Drawn by CSS: it is no part of the words on the button, which its name has to begin with.
  return <span className="key-hint" aria-hidden="true" data-key={keys.toUpperCase()} />
}
