import { useState } from 'react'
import * as z from 'zod/mini'
import { ownPasswordInput } from '#shared/contract/account.ts'
import { confirmPasswordField } from '#shared/contract/fields.ts'
import { passwordsMatch } from '#shared/contract/sign-in.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { PasswordField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { HiddenUsername } from '../../domain/account-fields.tsx'
import { useEndIdentities } from '../../domain/end-identities.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useChangePassword } from './api.ts'
import { accountSections } from './sections.ts'

const passwordForm = z
  .extend(ownPasswordInput, { confirmPassword: confirmPasswordField })
  .check(passwordsMatch)
type Values = z.infer<typeof passwordForm>
const startOf = (hasPassword: boolean): Values => ({
  ...(hasPassword && { current_password: '' }),
  password: '',
  confirmPassword: '',
})

/** Users of single sign-on may have no password yet. */
export function PasswordSection({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const change = useChangePassword()
  const endIdentities = useEndIdentities()
  const [changed, setChanged] = useState<string | null>(null)
  const form = useForm<Values>({ resolver: checkBy(passwordForm), defaultValues: startOf(hasPassword) })
  const submission = useSubmit(form, {
    async send({ current_password, password }) {
      setChanged(null)
      const current = { ...(hasPassword && { current_password }) }
      const { msg } = await change.mutateAsync({ password, ...current, ...endIdentities.input })
      endIdentities.reset()
      form.reset(startOf(hasPassword))
      setChanged(msg)
    },
    failure: (error, hasFields) =>
      hasFields ? undefined : failureText(error, messages.account.passwordFailed),
    staysOpen: true,
  })
  return (
    <Section
      {...accountSections.password}
      about={
        hasPassword
          ? 'A new password signs you out on all other devices.'
          : 'You have no password yet. Choose one to sign in with your email, too.'
      }
    >
      <FormShell
        submission={submission}
        submitLabel={hasPassword ? 'Change password' : 'Choose password'}
        busyLabel={hasPassword ? 'Changing...' : 'Saving...'}
      >
        <HiddenUsername email={email} />
        {hasPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...fieldOf(form, 'current_password')}
          />
        )}
        <PasswordField
          label="New password"
          autoComplete="new-password"
          help={`At least ${limits.passwordMin} characters, and not a common one.`}
          {...fieldOf(form, 'password')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...fieldOf(form, 'confirmPassword')}
        />
        {hasPassword && endIdentities.choice}
        {changed && (
          <Alert variant="success" onDismiss={() => setChanged(null)}>
            {changed}
          </Alert>
        )}
      </FormShell>
    </Section>
  )
}
