import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { confirmPasswordField, newPasswordField } from '#shared/contract/fields.ts'
import { passwordsMatch, type SignedInReply } from '#shared/contract/sign-in.ts'
import { limits } from '#shared/limits.ts'
import { FormShell } from '../../components/form.tsx'
import { HiddenUsername, PasswordPair } from '../../domain/account-fields.tsx'
import { useEndIdentities } from '../../domain/end-identities.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useAuth } from './auth-context.ts'
import { passwordStrength } from './password-strength.ts'

const newPasswordForm = z
  .object({ password: newPasswordField, confirmPassword: confirmPasswordField })
  .check(passwordsMatch)
type Values = z.infer<typeof newPasswordForm>

type NewPassword = { password: string; end_identities?: true }

type NewPasswordFormProps = {
  submitLabel: string
  /** The email of the account, for password managers. */
  email: string
  /** The user's own name and email, which make a password weak. */
  own?: readonly string[]
  send: (input: NewPassword) => Promise<SignedInReply>
  /** Offers to end what is linked with the account, which may be a thief's. */
  offersEnd?: boolean
  onDone: (signedIn: SignedInReply) => void
  /** The message for a failure without a known reason. */
  failed: string
}

/** A new password, typed twice, with its strength. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { submitLabel, email, own, send, offersEnd, onDone, failed } = props
  const { askSecondStep } = useAuth()
  const endIdentities = useEndIdentities()
  const form = useForm<Values>({
    resolver: checkBy(newPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const submission = useSubmit(form, {
    async send({ password }) {
      try {
        onDone(await send({ password, ...endIdentities.input }))
      } catch (error) {
        if (!askSecondStep(error)) throw error
      }
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, failed)),
  })
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <FormShell
      submission={submission}
      submitLabel={submitLabel}
      busyLabel="Saving..."
      className="form-one-button"
    >
      <HiddenUsername email={email} />
      <PasswordPair
        password={fieldOf(form, 'password')}
        confirmation={fieldOf(form, 'confirmPassword')}
        help={helpFor(password, own)}
      />
      {offersEnd && endIdentities.choice}
    </FormShell>
  )
}

const advice = {
  'too short': `At least ${limits.passwordMin} characters.`,
  weak: 'Strength: weak. Try several words.',
  fair: 'Strength: fair. Add another word.',
  good: 'Strength: good.',
  strong: 'Strength: strong.',
}

const helpFor = (password: string, own?: readonly string[]) => advice[passwordStrength(password, own)]
