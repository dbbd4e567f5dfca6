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
import { failureText } from '../../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useChangePassword } from './api.ts'

const passwordForm = z
  .extend(ownPasswordInput, { confirmPassword: confirmPasswordField })
  .check(passwordsMatch)
type Values = z.infer<typeof passwordForm>
const empty: Values = { current_password: '', password: '', confirmPassword: '' }

export function PasswordSection({ email }: { email: string }) {
  const change = useChangePassword()
  const [changed, setChanged] = useState<string | null>(null)
  const form = useForm<Values>({ resolver: checkBy(passwordForm), defaultValues: empty })
  const submission = useSubmit(form, {
    async send({ current_password, password }) {
      setChanged(null)
      const { msg } = await change.mutateAsync({ current_password, password })
      form.reset(empty)
      setChanged(msg)
    },
    failure: (error, hasFields) =>
      hasFields ? undefined : failureText(error, messages.account.passwordFailed),
    staysOpen: true,
  })
  return (
    <Section title="Password" about="A new password signs you out on all other devices.">
      <FormShell submission={submission} submitLabel="Change password" busyLabel="Changing...">
        <HiddenUsername email={email} />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...fieldOf(form, 'current_password')}
        />
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
        {changed && (
          <Alert variant="success" onDismiss={() => setChanged(null)}>
            {changed}
          </Alert>
        )}
      </FormShell>
    </Section>
  )
}
