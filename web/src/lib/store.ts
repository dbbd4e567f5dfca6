import { useSyncExternalStore } from 'react'

export type Listener = () => void

/** An event with listeners. `subscribe` returns a function that unsubscribes. */
export function createEvent() {
  const listeners = new Set<Listener>()
  return {
    subscribe(listener: Listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    emit() {
      // Iterates over a copy, because a listener may unsubscribe itself or subscribe another.
      for (const listener of [...listeners]) listener()
    },
    hasListeners: () => listeners.size > 0,
  }
}

/** A value of the whole tab, which modules change and components read with `useStore`. */
export function createStore<Value>(initial: Value) {
  const changed = createEvent()
  let value = initial
  return {
    get: () => value,
    set(next: Value) {
      if (Object.is(value, next)) return
      value = next
      changed.emit()
    },
    subscribe: changed.subscribe,
  }
}

type Readable<Value> = { get: () => Value; subscribe: (listener: Listener) => () => void }

export const useStore = <Value>({ get, subscribe }: Readable<Value>) => useSyncExternalStore(subscribe, get)
