import { useState } from 'react'
import { type SetupForm as SetupValues, setupForm } from '#shared/contract/sign-in.ts'
import { messages } from '#shared/messages.ts'
import { ownTimeZone } from '#shared/zones.ts'
import { FormShell } from '../../components/form-shell.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { NameAndEmail, PasswordPair } from '../../domain/account-fields.tsx'
import { TimeZoneOptions } from '../../domain/time-zone-options.tsx'
import { clockIn } from '../../domain/time-zones.ts'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { checkBy } from '../../lib/check-by.ts'
import { useForm } from '../../lib/use-form.ts'
import { fieldOf, useSubmit } from '../../lib/use-submit.ts'
import { useAuth } from './auth-context.ts'

/** Creates the first administrator. `code` is from the link that the server has printed. */
export function SetupForm({ code }: { code: string }) {
  const { setUp } = useAuth()
  const [zone, setZone] = useState(ownTimeZone)
  const form = useForm<SetupValues>({
    resolver: checkBy(setupForm),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  })
  const submission = useSubmit(form, {
    send: ({ name, email, password }) => setUp({ name, email, password, setup_code: code, time_zone: zone }),
    failure: failureSentence,
  })

  return (
    <FormShell
      submission={submission}
      submitLabel="Create account"
      busyLabel="Creating..."
      className="form-one-button"
    >
      <NameAndEmail name={fieldOf(form, 'name')} email={fieldOf(form, 'email')} isOwn />
      <PasswordPair password={fieldOf(form, 'password')} confirmation={fieldOf(form, 'confirmPassword')} />
      <SelectField
        label="Time zone of your organization"
        help={`It's ${clockIn(zone)} there now. You can change it in Settings.`}
        value={zone}
        onChange={event => setZone(event.target.value)}
      >
        <TimeZoneOptions />
      </SelectField>
    </FormShell>
  )
}

/** On this page `registration_closed` means a wrong code, so the message says what to do about the link. */
function failureSentence(error: unknown) {
  const reason = failureText(error, messages.signIn.registerFailed)
  const sentence = messages.signIn.registerFailure(reason)
  return hasCode(error, 'registration_closed') ? `${sentence}. ${messages.signIn.setupLinkInvalid}` : sentence
}
