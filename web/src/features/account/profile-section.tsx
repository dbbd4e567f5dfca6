import { type ProfileForm, profileForm } from '#shared/contract/account.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { Avatar, RoleBadge } from '../../domain/people.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useUpdateAccount } from './api.ts'
import './account.scss'

type ProfileSectionProps = { user: User; onRenamed: () => void }

export function ProfileSection({ user, onRenamed }: ProfileSectionProps) {
  const rename = useUpdateAccount()
  const { notice, showNotice } = useTimedNotice()
  const form = useForm<ProfileForm>({ resolver: checkBy(profileForm), defaultValues: { name: user.name } })
  const submission = useSubmit(form, {
    async send(input) {
      const { name } = await rename.mutateAsync(input)
      form.reset({ name })
      onRenamed()
      showNotice(messages.account.saved)
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, messages.account.saveFailed)),
    staysOpen: true,
  })
  return (
    <Section title="Profile">
      <div className="account-person">
        <Avatar id={user.id} name={user.name} />
        <p>
          {user.email} <RoleBadge role={user.role} />
          <br />
          <small className="text-body-secondary">To change your email or role, ask an admin.</small>
        </p>
      </div>
      <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
        <TextField label="Name" autoComplete="name" {...fieldOf(form, 'name')} />
        {notice && <Alert variant="success">{notice}</Alert>}
      </FormShell>
    </Section>
  )
}
