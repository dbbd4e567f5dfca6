import { type Refusal, refuse } from '../http/refusals.ts'

export type QueuedHash = {
  /** Sign-ins run first, because users can do nothing before they have signed in. */
  isSignIn: boolean
  /** The user whose share of the queue it takes, or for sign-ins the client. */
  actor: string
}

export type QueueLimits = {
  atOnce: number
  /** The limit for sign-ins, and for all other hashes. */
  maxWaiting: number
  /** The limit for one actor. Sign-ins are excepted, because a whole office may sign in from one IP address at nine o'clock. */
  maxPerActor: number
  maxWaitMs: number
}

type Waiting = { begin(): void; reject(reason: Refusal): void }

/** After this many sign-ins one other hash runs, so that a rush of sign-ins never starves the rest. */
const signInsInARowMax = 8

const tooBusy = () => refuse('overloaded')
const closing = () => refuse('shutting_down')

/** Sign-ins run first, and actors round-robin, however many hashes each of them has waiting. */
export function createHashQueue({ atOnce, maxWaiting, maxPerActor, maxWaitMs }: QueueLimits) {
  const signIns = createLanes()
  const others = createLanes()
  let running = 0
  let inARow = 0
  let isClosing = false

  function next(): Waiting | undefined {
    const isOtherNext = others.size() > 0 && (signIns.size() === 0 || inARow >= signInsInARowMax)
    inARow = isOtherNext || others.size() === 0 ? 0 : inARow + 1
    return (isOtherNext ? others : signIns).next()
  }

  /** Resolves when a slot is free. A finished request hands over its slot, so `running` doesn't change here. */
  function wait({ isSignIn, actor }: QueuedHash): Promise<void> {
    if (isClosing) throw closing()
    const lanes = isSignIn ? signIns : others
    const own = lanes.lengthOf(actor)
    if (!isSignIn && own >= maxPerActor) throw tooBusy()
    if (lanes.size() >= maxWaiting) {
      // The queue is full: the actor with the most waiting hashes loses one, so that a single actor can't block the others.
      const dropped = lanes.dropFromLongest(own + 1)
      if (!dropped) throw tooBusy()
      dropped.reject(tooBusy())
    }
    return new Promise((resolve, reject) => lanes.add(actor, { begin: resolve, reject }))
  }

  return {
    load: () => ({ waiting: signIns.size() + others.size(), running }),

    async run<T>(hash: QueuedHash, work: () => Promise<T>): Promise<T> {
      const since = performance.now()
      if (running >= atOnce) await wait(hash)
      else running++
      try {
        if (performance.now() - since > maxWaitMs) throw tooBusy()
        return await work()
      } finally {
        const following = next()
        if (following) following.begin()
        else running--
      }
    },

    rejectWaiting() {
      isClosing = true
      for (const { reject } of [...signIns.clear(), ...others.clear()]) reject(closing())
    },
  }
}

/** A queue for each actor. */
function createLanes() {
  const lanes = new Map<string, Waiting[]>()
  let size = 0
  return {
    size: () => size,
    lengthOf: (actor: string) => lanes.get(actor)?.length ?? 0,

    add(actor: string, waiting: Waiting) {
      const lane = lanes.get(actor)
      if (lane) lane.push(waiting)
      else lanes.set(actor, [waiting])
      size++
    },

    /** Takes the oldest hash of the actor that is next in round-robin order. */
    next(): Waiting | undefined {
      for (const [actor, lane] of lanes) {
        const waiting = lane.shift()
        // A map keeps the order of insertion, so this actor now comes after all others.
        lanes.delete(actor)
        if (lane.length > 0) lanes.set(actor, lane)
        size--
        return waiting
      }
      return undefined
    },

    /** Removes the newest hash of the actor with the most, if that is more than `moreThan`. */
    dropFromLongest(moreThan: number): Waiting | undefined {
      let longest: Waiting[] = []
      for (const lane of lanes.values()) if (lane.length > longest.length) longest = lane
      if (longest.length <= moreThan) return undefined
      size--
      return longest.pop()
    },

    clear(): Waiting[] {
      const all = [...lanes.values()].flat()
      lanes.clear()
      size = 0
      return all
    },
  }
}
