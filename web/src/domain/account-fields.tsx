import type { ComponentProps } from 'react'
import { limits } from '#shared/limits.ts'
import { PasswordField, TextField } from '../components/fields.tsx'

/** The result of `fieldOf`. */
type Input = Omit<ComponentProps<typeof TextField>, 'label'>

/** Name and e-mail of an account. `isOwn`: the browser may autofill them with its user's. */
export function NameAndEmail({ name, email, isOwn }: { name: Input; email: Input; isOwn?: boolean }) {
  return (
    <>
      <TextField label="Name" autoComplete={isOwn ? 'name' : 'off'} {...name} />
      <TextField label="Email" type="email" autoComplete={isOwn ? 'username' : 'off'} {...email} />
    </>
  )
}

/**
 * Names the account for password managers: without it they save the new password for an account they know, which may be
 * another one. Some ignore elements that are not displayed, so it's only visually hidden.
 */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input
      type="text"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="visually-hidden"
    />
  )
}

/** A new password, typed twice. */
export function PasswordPair({
  password,
  confirmation,
  help = `At least ${limits.passwordMin} characters.`,
}: {
  password: Input
  confirmation: Input
  help?: string
}) {
  return (
    <>
      <PasswordField label="Password" autoComplete="new-password" help={help} {...password} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...confirmation} />
    </>
  )
}
