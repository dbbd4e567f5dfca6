import { useState } from 'react'
import { type SetupForm as SetupValues, setupForm } from '#shared/contract/sign-in.ts'
import { messages } from '#shared/messages.ts'
import { ownTimeZone } from '#shared/zones.ts'
import { SelectField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { useFirstField } from '../../components/page.tsx'
import { NameAndEmail, PasswordPair } from '../../domain/account-fields.tsx'
import { currentTimeIn, TimeZoneOptions } from '../../domain/time-zones.tsx'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useAuth } from './auth-context.ts'

/** Creates the first administrator. `code` is from the link that the server has printed. */
export function SetupForm({ code }: { code: string }) {
  const { setUp } = useAuth()
  const [zone, setZone] = useState(ownTimeZone)
  const form = useForm<SetupValues>({
    resolver: checkBy(setupForm),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  })
  const firstField = useFirstField<HTMLInputElement>()
  const name = fieldOf(form, 'name')
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
      <NameAndEmail
        name={{
          ...name,
          ref(element) {
            firstField.current = element
            name.ref(element)
          },
        }}
        email={fieldOf(form, 'email')}
        isOwn
      />
      <PasswordPair password={fieldOf(form, 'password')} confirmation={fieldOf(form, 'confirmPassword')} />
      <SelectField
        label="Time zone of your organization"
        help={`It's ${currentTimeIn(zone)} there now. You can change it in Settings.`}
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
