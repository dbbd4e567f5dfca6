import type { Blocker } from '#shared/contract/blockers.ts'

const length = 60

/** Names a blocker in the label of its buttons: enough of the text to tell it from others. */
export const labelOf = ({ text }: Blocker) => (text.length > length ? `${text.slice(0, length)}…` : text)
