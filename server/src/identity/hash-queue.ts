import { type Refusal, refuse } from '../http/refusals.ts'

export type QueuedHash = {
  /** Sign-ins go first: nothing else can be done before one. */
  isSignIn: boolean
  /** Whose share of the queue it takes: a user, or for sign-ins where they come from. */
  actor: string
}

export type QueueLimits = {
  atOnce: number
  /** In all, of sign-ins and of the others each. */
  maxWaiting: number
  /** Of one actor, sign-ins excepted: an office behind one IP address signs in at nine o'clock. */
  maxPerActor: number
  maxWaitMs: number
}

type Waiting = { begin(): void; turnAway(reason: Refusal): void }

/** After this many sign-ins one other hash runs, so that a rush of sign-ins never starves the rest. */
const signInsInARow = 8

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
    const isOtherNext = others.size() > 0 && (signIns.size() === 0 || inARow >= signInsInARow)
    inARow = isOtherNext || others.size() === 0 ? 0 : inARow + 1
    return (isOtherNext ? others : signIns).next()
  }

  /** Resolves when a slot is free. A finished request hands over its slot, so `running` does not change here. */
  function wait({ isSignIn, actor }: QueuedHash): Promise<void> {
    if (isClosing) throw closing()
    const lanes = isSignIn ? signIns : others
    const own = lanes.lengthOf(actor)
    if (!isSignIn && own >= maxPerActor) throw tooBusy()
    if (lanes.size() >= maxWaiting) {
      // Full: the actor with the most waiting gives way, so that one actor alone can't keep the others out.
      const dropped = lanes.dropFromLongest(own + 1)
      if (!dropped) throw tooBusy()
      dropped.turnAway(tooBusy())
    }
    return new Promise((resolve, reject) => lanes.add(actor, { begin: resolve, turnAway: reject }))
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

    turnAwayWaiting() {
      isClosing = true
      for (const { turnAway } of [...signIns.clear(), ...others.clear()]) turnAway(closing())
    },
  }
}

/** What waits, by actor. */
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

    /** The oldest of the actor that is next in round-robin order. */
    next(): Waiting | undefined {
      for (const [actor, lane] of lanes) {
        const waiting = lane.shift()
        // A map keeps the order of insertion: from here on this actor stands behind all others.
        lanes.delete(actor)
        if (lane.length > 0) lanes.set(actor, lane)
        size--
        return waiting
      }
      return undefined
    },

    /** The newest of the actor with the most waiting, if that is more than this many. */
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
