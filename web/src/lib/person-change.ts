type Listener = () => void

const listeners = new Set<Listener>()

/** Called when another user has signed in, or the user's role has changed. Returns a function that unsubscribes. */
export function onPersonChange(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function tellPersonChange() {
  for (const listener of listeners) listener()
}
