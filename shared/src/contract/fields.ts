import * as z from 'zod/mini'
import './sentences.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'

// The first sentence of a field is the one shown, so the order of checks is the order of importance.

// PostgreSQL cannot store U+0000 in text; refusing it everywhere keeps both engines alike.
const storable = (label: string) =>
  z.refine<string>(value => !value.includes('\u0000'), { error: messages.field.unstorable(label) })

/** Text that must be there: trimmed, not empty, not too long. A wrong type reads like a missing value. */
export function requiredText(label: string, required: string, max: number) {
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required }),
      z.maxLength(max, { error: messages.field.tooLong(label, max) }),
      storable(label),
    )
}

export const nameField = requiredText('Name', messages.user.nameRequired, limits.nameMax).check(
  z.minLength(limits.nameMin, { error: messages.user.nameTooShort }),
)

/** Compared and kept in lower case. */
export const emailField = requiredText('Email', messages.user.emailRequired, limits.emailMax).check(
  z.toLowerCase(),
  z.regex(z.regexes.email, { error: messages.user.emailInvalid }),
)

/** A password that is already in use: any length we ever allowed. Spaces are part of it: never trimmed. */
export function usedPasswordField(required: string) {
  return z
    .string({ error: required })
    .check(
      z.minLength(1, { error: required }),
      z.maxLength(limits.passwordMax, { error: messages.field.tooLong('Password', limits.passwordMax) }),
    )
}

/** A password someone signs in with. */
export const currentPasswordField = usedPasswordField(messages.user.passwordRequired)

export const newPasswordField = currentPasswordField.check(
  z.minLength(limits.passwordMin, { error: messages.user.passwordTooShort }),
)

export const confirmPasswordField = z
  .string({ error: messages.user.confirmPasswordRequired })
  .check(z.minLength(1, { error: messages.user.confirmPasswordRequired }))

export const roleField = z.enum(roles, {
  error: issue =>
    issue.input == null || issue.input === '' ? messages.user.roleRequired : messages.user.roleUnknown,
})

/** Text that may be missing: trimmed; nothing, null and blanks are all null. */
export function optionalText(label: string, max: number) {
  return z.pipe(
    z.nullish(
      z
        .string({ error: messages.field.invalid(label) })
        .check(z.trim(), z.maxLength(max, { error: messages.field.tooLong(label, max) }), storable(label)),
    ),
    z.transform(text => text || null),
  )
}

/** A search text in a query. */
export const searchField = z.optional(
  z
    .string()
    .check(
      z.maxLength(limits.searchMax, { error: messages.field.tooLong('search', limits.searchMax) }),
      storable('search'),
    ),
)

/**
 * A list whose length is checked before its elements: zod checks every element first, and a body can hold a hundred
 * thousand of them.
 */
export function boundedList<Item extends z.ZodMiniType>(
  item: Item,
  { min = 0, max, tooMany, invalid }: { min?: number; max: number; tooMany: string; invalid: string },
) {
  return z.pipe(
    z.transform((value: unknown, context) => {
      if (Array.isArray(value) && value.length > max) {
        context.issues.push({ code: 'custom', message: tooMany, input: value })
      }
      return value
    }),
    z
      .array(item, { error: invalid })
      .check(z.minLength(min, { error: invalid }), z.maxLength(max, { error: tooMany })),
  )
}

const digits = /^[1-9]\d*$/

/** No id is beyond the safe integers, so a larger one becomes the largest, which matches no row either. */
const idOf = (text: string) => Math.min(Number(text), Number.MAX_SAFE_INTEGER)

/** An id inside a body: a positive whole number. Selects give text, so digits are fine. */
export function bodyId(error: string) {
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(digits, { error }))], { error }),
    z.pipe(z.transform(Number), z.int({ error }).check(z.positive({ error }))),
  )
}

/** An id in a path. What can't be one names nothing, so the answer is 404. */
export const pathId = z.object({ id: idText() })

/** An id in a query: well-formed but unknown is an empty result, anything else 400. */
export function queryId(label: string) {
  return z.optional(idText(messages.field.invalid(label)))
}

/** Ids in a query, separated by commas. Unknown ones select nothing, as with `queryId`. */
export function queryIds(label: string, { max, tooMany }: { max: number; tooMany: string }) {
  const error = messages.field.invalid(label)
  return z.optional(
    z.pipe(
      z.string({ error }).check(
        z.regex(/^[1-9]\d*(,[1-9]\d*)*$/, { error }),
        z.refine<string>(text => text.split(',').length <= max, { error: tooMany }),
      ),
      z.transform(text => text.split(',').map(idOf)),
    ),
  )
}

export function requiredQueryId(label: string) {
  return idText(messages.field.required(label))
}

function idText(error: string = messages.general.notFound) {
  return z.pipe(z.string({ error }).check(z.regex(digits, { error })), z.transform(idOf))
}

function wholeNumber(label: string, max: number, fallback: number) {
  const error = `${label} must be a whole number from 1 to ${max.toLocaleString('en-US')}`
  return z._default(
    z.pipe(
      z.string({ error }).check(z.regex(/^[1-9]\d{0,14}$/, { error })),
      z.pipe(z.transform(Number), z.number().check(z.lte(max, { error }))),
    ),
    fallback,
  )
}

/** Page and page size of a list. */
export function pageQuery(limitMax: number = limits.pageSizeMax, limitDefault: number = limits.pageSize) {
  return {
    page: wholeNumber('page', Number.MAX_SAFE_INTEGER, 1),
    limit: wholeNumber('limit', limitMax, limitDefault),
  }
}

/** `true`, `false`, or absent for false. */
export const flagQuery = z._default(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform(text => text === 'true'),
  ),
  false,
)
