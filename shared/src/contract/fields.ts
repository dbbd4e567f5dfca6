import * as z from 'zod/mini'
import { countDays, isDay } from '../dates.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { formatCount } from '../numbers.ts'
import { roles } from '../roles.ts'
import { isTimeZone } from '../zones.ts'

// zod/mini has no messages. These are for checks without one of their own.
z.config({
  customError: issue => {
    const path = issue.path?.map(String).join('.') || 'The request'
    if (issue.input === undefined || issue.input === null) return messages.fields.required(path)
    if (issue.code === 'invalid_format' && issue.format === 'email') return messages.fields.email(path)
    return messages.fields.invalid(path)
  },
})

// Only the first message of a field is shown, so the order of checks is the order of importance.

// PostgreSQL can't store U+0000 in text. It is refused on SQLite too, so that both engines behave the same.
const storable = (label: string) =>
  z.refine<string>(value => !value.includes('\u0000'), { error: messages.fields.unstorable(label) })

/** Required text: trimmed, not empty, not too long. A value of another type counts as missing. */
export function requiredText(label: string, required: string, max: number) {
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required }),
      z.maxLength(max, { error: messages.fields.tooLong(label, max) }),
      storable(label),
    )
}

export const nameField = requiredText('Name', messages.users.nameRequired, limits.nameMax).check(
  z.minLength(limits.nameMin, { error: messages.users.nameTooShort }),
)

/**
 * Compared and stored in lower case. The pattern, which has only ASCII letters, comes first: in lower case a Kelvin sign
 * (U+212A) is a "k", and the e-mail that of another person.
 */
export const emailField = requiredText('Email', messages.users.emailRequired, limits.emailMax).check(
  z.regex(z.regexes.email, { error: messages.users.emailInvalid }),
  z.toLowerCase(),
)

/** For an e-mail that is only compared: letters outside ASCII stay what they are, as in `emailField`. */
export const emailKey = (text: string) => text.trim().replace(/[A-Z]+/g, letters => letters.toLowerCase())

/** An existing password, of any length that was ever allowed. It isn't trimmed, because spaces are part of it. */
export function usedPasswordField(required: string) {
  return z
    .string({ error: required })
    .check(
      z.minLength(1, { error: required }),
      z.maxLength(limits.passwordMax, { error: messages.fields.tooLong('Password', limits.passwordMax) }),
    )
}

/** The password of a sign-in. */
export const currentPasswordField = usedPasswordField(messages.users.passwordRequired)

export const newPasswordField = currentPasswordField.check(
  z.minLength(limits.passwordMin, { error: messages.users.passwordTooShort }),
)

/** With a new password: also ends the identities of single sign-on, which sign in without it. */
export const endIdentitiesField = z.optional(z.boolean())

export const confirmPasswordField = z
  .string({ error: messages.users.confirmPasswordRequired })
  .check(z.minLength(1, { error: messages.users.confirmPasswordRequired }))

export const roleField = z.enum(roles, {
  error: issue =>
    issue.input == null || issue.input === '' ? messages.users.roleRequired : messages.users.roleUnknown,
})

/** The role that a list is filtered by. */
export const roleQuery = z.optional(z.enum(roles, { error: messages.fields.invalid('role') }))

/** Optional text: trimmed. An absent value, null and blanks become null. */
export function optionalText(label: string, max: number) {
  return z.pipe(
    z.nullish(
      z
        .string({ error: messages.fields.invalid(label) })
        .check(z.trim(), z.maxLength(max, { error: messages.fields.tooLong(label, max) }), storable(label)),
    ),
    z.transform(text => text || null),
  )
}

/** A search text in a query. */
export const searchField = z.optional(
  z
    .string()
    .check(
      z.maxLength(limits.searchMax, { error: messages.fields.tooLong('search', limits.searchMax) }),
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

/** No id exceeds the safe integers, so a larger number becomes the largest safe integer, which matches no row either. */
const idOf = (text: string) => Math.min(Number(text), Number.MAX_SAFE_INTEGER)

/** An id inside a body: a positive whole number. Digits are accepted too, because a select has text as its value. */
export function bodyId(error: string) {
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(digits, { error }))], { error }),
    z.pipe(z.transform(Number), z.int({ error }).check(z.positive({ error }))),
  )
}

/** An id in a path. Anything that can't be an id gets 404. */
export const pathId = z.object({ id: idText() })

/** The ids of a team and of a person in it. */
export const teamPersonPath = z.object({ id: idText(), userId: idText() })

/** The ids of a webhook and of one of its deliveries. */
export const webhookDeliveryPath = z.object({ id: idText(), deliveryId: idText() })

/** An id in a query. An unknown id gets an empty result, and anything that can't be an id gets 400. */
export function queryId(label: string) {
  return z.optional(idText(messages.fields.invalid(label)))
}

/** Ids in a query, separated by commas. Unknown ids select nothing, as with `queryId`. */
export function queryIds(label: string, { max, tooMany }: { max: number; tooMany: string }) {
  const error = messages.fields.invalid(label)
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

/** These may appear more than once in a query. */
export const repeatedQueries: ReadonlySet<string> = new Set(['teamId'])

/** Teams that a list is filtered by: `teamId=1` or `teamId=1&teamId=2`. Each counts once. */
export const teamIdQuery = z.optional(
  z.pipe(
    z.union([z.string(), z.array(z.string())], { error: messages.teams.unknown }).check(
      z.refine(given => [given].flat().every(id => digits.test(id)), { error: messages.teams.unknown }),
      z.refine(given => new Set([given].flat()).size <= limits.teamsPerCallMax, {
        error: messages.teams.tooManyChosen,
      }),
    ),
    z.transform(given => [...new Set([given].flat().map(idOf))]),
  ),
)

export function requiredQueryId(label: string) {
  return idText(messages.fields.required(label))
}

function idText(error: string = messages.general.notFound) {
  return z.pipe(z.string({ error }).check(z.regex(digits, { error })), z.transform(idOf))
}

function wholeNumber(label: string, max: number, fallback: number) {
  const error = `${label} must be a whole number from 1 to ${formatCount(max)}`
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
    page: wholeNumber('page', limits.pageNumberMax, 1),
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

/** A calendar day such as 2026-03-31. */
export function dayField(required: string) {
  return z
    .string({ error: required })
    .check(z.minLength(1, { error: required }), z.refine(isDay, { error: messages.fields.dateInvalid }))
}

/** A day that a list is filtered by. */
export const dayQuery = z.optional(dayField(messages.fields.dateInvalid))

/** An IANA name such as Europe/Berlin. */
export const timeZoneField = z
  .string({ error: messages.fields.zoneUnknown })
  .check(z.refine(isTimeZone, { error: messages.fields.zoneUnknown }))

const weekdayField = z
  .int({ error: messages.fields.workingDaysInvalid })
  .check(
    z.gte(1, { error: messages.fields.workingDaysInvalid }),
    z.lte(7, { error: messages.fields.workingDaysInvalid }),
  )

/** ISO numbers, 1 for Monday to 7 for Sunday: sorted, each at most once. */
export const workingDaysField = z.pipe(
  boundedList(weekdayField, {
    min: 1,
    max: 7,
    tooMany: messages.fields.workingDaysInvalid,
    invalid: messages.fields.workingDayRequired,
  }),
  z.transform((days: number[]) => [...new Set(days)].sort((a, b) => a - b)),
)

/** A time of day such as 17:00. */
export const timeField = z
  .string({ error: messages.fields.timeInvalid })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: messages.fields.timeInvalid }))

/** A calendar day within the range of time off and holidays. */
export function plannedDayField(required: string) {
  return dayField(required).check(
    z.refine(day => day >= limits.earliestDay, { error: messages.fields.dayTooEarly }),
    z.refine(day => day <= limits.latestDay, { error: messages.fields.dayTooLate }),
  )
}

const isPlannedDay = (text: string) => isDay(text) && text >= limits.earliestDay && text <= limits.latestDay

/** The years from `limits.earliestDay` to `limits.latestDay`. Patterns, unlike functions, are part of the API description. */
const calendarYear = '(20\\d\\d|2100)'

export const monthQuery = z.optional(
  z
    .string({ error: messages.fields.monthInvalid })
    .check(z.regex(new RegExp(`^${calendarYear}-(0[1-9]|1[0-2])$`), { error: messages.fields.monthInvalid })),
)

export const yearQuery = z.optional(
  z
    .string({ error: messages.fields.yearInvalid })
    .check(z.regex(new RegExp(`^${calendarYear}$`), { error: messages.fields.yearInvalid })),
)

/** The first and the last day that a call is about. */
export const periodQuery = {
  from: plannedDayField(messages.fields.fromRequired),
  to: plannedDayField(messages.fields.toRequired),
}

type Period = { from: string; to: string }

/** Returns the message if a period of two valid days is impossible or too long. Both days count. */
export function periodError({ from, to }: Period, daysMax: number): string | undefined {
  if (to < from) return messages.fields.endBeforeStart
  return countDays(from, to) > daysMax ? messages.fields.tooManyDays(daysMax) : undefined
}

/** For a query with `periodQuery`. */
export const isPeriod = (daysMax: number) =>
  z.superRefine<Period>((period, context) => {
    // An invalid day has an error of its own, and comparing it with the other would add a wrong one.
    if (!isPlannedDay(period.from) || !isPlannedDay(period.to)) return
    const message = periodError(period, daysMax)
    if (message !== undefined) context.addIssue({ code: 'custom', message, input: period.to, path: ['to'] })
  })

/**
 * For the arguments of a tool, as in `z.strictObject(shape, noOtherArguments)`: assistants learn from the sentence which
 * argument doesn't exist, instead of an answer that ignored it.
 */
export const noOtherArguments: z.core.$ZodObjectParams = {
  error: issue =>
    issue.code === 'unrecognized_keys'
      ? messages.fields.argumentUnknown(String(issue.keys[0] ?? ''))
      : undefined,
}
