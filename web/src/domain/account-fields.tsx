import type { ComponentProps } from 'react'
import { limits } from '#shared/limits.ts'
import { PasswordField } from '../components/password-field.tsx'
import { TextField } from '../components/text-field.tsx'

/** As `fieldOf` gives it. */
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
 * Tells password managers whose password a form is about: without it they save the new one for the account they know,
 * which may be another. Some ignore what is not displayed at all, so it's only visually hidden.
 */
export function AccountOfPassword({ email }: { email: string }) {
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
