import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { accessTokenInput, type NewAccessToken, tokenScopes } from '#shared/contract/access-tokens.ts'
import { messages } from '#shared/messages.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { RadioCards } from '../../components/radio-cards.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useCreateAccessToken } from './api.ts'

const never = 'never'

/** A select has text as its value. */
const tokenForm = z.extend(accessTokenInput, {
  expires_in_days: z.pipe(
    z.string(),
    z.pipe(
      z.transform((chosen: string) => (chosen === never ? null : Number(chosen))),
      accessTokenInput.shape.expires_in_days,
    ),
  ),
})

const lifetimes = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '365 days'],
  [never, 'Never'],
] as const

const choices = tokenScopes.map(scope => ({ value: scope, ...messages.accessTokens.scopes[scope] }))

export function AccessTokenForm({ onMade }: { onMade: (token: NewAccessToken) => void }) {
  const create = useCreateAccessToken()
  const form = useForm<z.input<typeof tokenForm>, unknown, z.output<typeof tokenForm>>({
    resolver: checkBy(tokenForm),
    defaultValues: { name: '', scope: 'read', expires_in_days: '90' },
  })
  const { field: scope } = useController({ control: form.control, name: 'scope' })
  const submission = useSubmit(form, {
    send: input => create.mutateAsync(input).then(onMade),
    failure: (error, hasFields) =>
      hasFields ? undefined : failureText(error, messages.accessTokens.makeFailed),
  })
  return (
    <FormShell submission={submission} submitLabel="Create token" busyLabel="Creating...">
      <TextField label="Token name" placeholder="What is it for?" {...fieldOf(form, 'name')} />
      <RadioCards legend="It may" choices={choices} chosen={scope.value} onChoose={scope.onChange} />
      <SelectField label="Expires after" {...fieldOf(form, 'expires_in_days')}>
        {lifetimes.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </FormShell>
  )
}
