import { useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { forgotInput } from '#shared/contract/sign-in.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { TextField } from '../components/fields.tsx'
import { FormShell } from '../components/form.tsx'
import { FormCard } from '../components/page.tsx'
import { hasMail } from '../domain/settings.ts'
import { postForgot } from '../features/sign-in/api.ts'
import { failureText } from '../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../lib/forms.ts'

type Values = z.infer<typeof forgotInput>

/** Asks for a link to choose a new password. */
export default function ForgotPage() {
  const [sent, setSent] = useState<string | null>(null)
  const form = useForm<Values>({ resolver: checkBy(forgotInput), defaultValues: { email: '' } })
  const submission = useSubmit(form, {
    send: ({ email }) => postForgot(email).then(({ msg }) => setSent(msg)),
    failure: (error, hasFields) =>
      hasFields ? undefined : failureText(error, messages.signIn.resetRequestFailed),
  })
  return (
    <FormCard
      title="Forgot password"
      heading="Forgot your password?"
      intro={hasMail() && !sent ? messages.signIn.forgotIntro : undefined}
      footer={<Link to={paths.login()}>Back to login</Link>}
    >
      {!hasMail() ? (
        <p>{messages.signIn.resetWithoutMail}</p>
      ) : sent ? (
        <Alert variant="success">{sent}</Alert>
      ) : (
        <FormShell
          submission={submission}
          submitLabel="Send link"
          busyLabel="Sending..."
          className="form-one-button"
        >
          <TextField label="Email" type="email" autoComplete="username" {...fieldOf(form, 'email')} />
        </FormShell>
      )}
    </FormCard>
  )
}
