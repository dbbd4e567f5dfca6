import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { requiredText, usedPasswordField } from './fields.ts'
import { paginationReply } from './replies.ts'
import { meReply } from './users.ts'

/** How a sign-in can go on after the password. */
export const secondStepMethods = ['totp', 'passkey', 'recovery_code'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

/** What an event names as added or removed. */
export type FactorKind = 'totp' | 'passkey' | 'recovery_codes'

/** Required of accounts that have a password. Others have signed in a moment ago instead. */
const passwordField = z.optional(usedPasswordField(messages.users.passwordRequired))

/** Every change of a second step is confirmed by the password. */
export const confirmInput = z.object({ password: passwordField })
export type ConfirmInput = z.output<typeof confirmInput>

/** Spaces are taken out, because apps show codes in groups. */
const withoutSpaces = (required: string, max: number) =>
  z.pipe(
    z.string({ error: required }).check(
      z.maxLength(max, { error: messages.secondStep.codeWrong }),
      z.overwrite(text => text.replace(/\s/g, '')),
      z.minLength(1, { error: required }),
    ),
    z.string(),
  )

const codeField = withoutSpaces(messages.secondStep.codeRequired, 100)

export const confirmTotpInput = z.object({ code: codeField, password: passwordField })
export type ConfirmTotpInput = z.output<typeof confirmTotpInput>

/** The secret as base32, and the same as the URI that a QR code holds. */
export const newTotpReply = z.object({ secret: z.string(), uri: z.string() })
export type NewTotp = z.infer<typeof newTotpReply>

/** The only answers that have the codes. */
export const recoveryCodesReply = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodesReply>

/** What browsers exchange with authenticators, as WebAuthn writes it in JSON. */
export const passkeyOptionsReply = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.infer<typeof passkeyOptionsReply>

/** What `navigator.credentials` returned, in JSON. */
export const credentialInput = z.looseObject(
  {
    id: z
      .string({ error: messages.secondStep.passkeyRefused })
      .check(z.maxLength(limits.credentialIdMax, { error: messages.secondStep.passkeyRefused })),
    response: z.looseObject(
      { clientDataJSON: z.string({ error: messages.secondStep.passkeyRefused }) },
      { error: messages.secondStep.passkeyRefused },
    ),
  },
  { error: messages.secondStep.passkeyRequired },
)
export type PasskeyCredential = z.output<typeof credentialInput>

export const passkeyInput = z.object({
  name: requiredText('Name', messages.secondStep.nameRequired, limits.passkeyNameMax),
  credential: credentialInput,
  password: passwordField,
})
export type PasskeyInput = z.output<typeof passkeyInput>

export const passkeyReply = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof passkeyReply>

/** The first factor of an account comes with recovery codes. */
export const newPasskeyReply = z.extend(passkeyReply, { recovery_codes: z.optional(z.array(z.string())) })
export type NewPasskey = z.infer<typeof newPasskeyReply>

/** The oldest first. */
export const passkeysReply = z.object({ data: z.array(passkeyReply), pagination: paginationReply })
export type Passkeys = z.infer<typeof passkeysReply>

export const secondStepReply = z.object({
  totp: z.nullable(z.object({ created_at: z.string(), last_used_at: z.nullable(z.string()) })),
  passkeys: z.number(),
  recovery_codes: z.number(),
  /** The organization's settings ask this user for a second step. */
  required: z.boolean(),
  /** Why this server can't take passkeys, or null if it can. */
  passkeys_unavailable: z.nullable(z.string()),
  /** The account has a password, which confirms every change. */
  has_password: z.boolean(),
  /** `GET /auth/me` is refused while a second step has to be set up. */
  user: meReply,
})
export type SecondStep = z.infer<typeof secondStepReply>

const challengeField = z
  .string({ error: messages.fields.required('challenge') })
  .check(z.maxLength(limits.challengeMax, { error: messages.fields.invalid('challenge') }))

/** One of the three answers. If there are several, the first counts. */
export const secondStepInput = z.object({
  challenge: challengeField,
  code: z.optional(codeField),
  passkey: z.optional(credentialInput),
  recovery_code: z.optional(withoutSpaces(messages.secondStep.codeRequired, 100)),
})
export type SecondStepInput = z.output<typeof secondStepInput>

/** With a challenge, the options name the passkeys of its user. */
export const passkeyOptionsInput = z.object({ challenge: z.optional(challengeField) })
export type PasskeyOptionsInput = z.output<typeof passkeyOptionsInput>

export const passkeySignInInput = z.object({ credential: credentialInput })
export type PasskeySignInInput = z.output<typeof passkeySignInInput>
