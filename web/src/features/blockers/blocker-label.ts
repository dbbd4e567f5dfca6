import type { Blocker } from '#shared/contract/blockers.ts'

const maxLength = 60

/** The beginning of a blocker's text, for the accessible names of its buttons. */
export const blockerLabel = ({ text }: Blocker) =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
