type Listener = () => void

const listeners = new Set<Listener>()

/** Called when somebody else sits here now, or the same person in another role. Returns how to stop listening. */
export function onPersonChange(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function tellPersonChange() {
  for (const listener of listeners) listener()
}
