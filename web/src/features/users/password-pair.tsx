import type { UseFormRegisterReturn } from 'react-hook-form'
import { limits } from '#shared/limits.ts'
import { PasswordField } from '../../components/password-field.tsx'

type Input = { field: UseFormRegisterReturn; error?: string }

/** A new password, typed twice. */
export function PasswordPair({ password, confirmation }: { password: Input; confirmation: Input }) {
  return (
    <>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help={`At least ${limits.passwordMin} characters.`}
        error={password.error}
        {...password.field}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={confirmation.error}
        {...confirmation.field}
      />
    </>
  )
}
