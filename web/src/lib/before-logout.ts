type Leave = () => void

const atOnce = (leave: Leave) => leave()
let ask = atOnce

/** Registers what comes before Logout; it calls `leave` to go on. Returns a function that unregisters. */
export function beforeLogout(handle: (leave: Leave) => void) {
  ask = handle
  return () => {
    ask = atOnce
  }
}

export const askBeforeLogout = (leave: Leave) => ask(leave)
