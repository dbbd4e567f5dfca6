import * as z from 'zod/mini'

// Apart from the inputs: screens that only show time off need none of their rules.

/** Each kind of time off with its label. */
export const absenceKinds = { vacation: 'Vacation', sick: 'Sick', other: 'Other' } as const
export type AbsenceKind = keyof typeof absenceKinds
export const kinds = Object.keys(absenceKinds) as [AbsenceKind, ...AbsenceKind[]]

/** As an answer has it. */
export const absenceKindField = z.enum(kinds)
