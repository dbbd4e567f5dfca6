/** Characters. */
export const noteMax = 1000
/** Calendar days after which a blocker stands out. */
export const oldDays = 3
