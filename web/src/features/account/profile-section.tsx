import { useId } from 'react'
import { Link } from 'react-router'
import { type ProfileForm, profileForm } from '#shared/contract/account.ts'
import type { NamedTeam } from '#shared/contract/teams.ts'
import type { Me } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { Avatar, RoleBadge } from '../../domain/people.tsx'
import { failureText } from '../../lib/api-error.ts'
import { Can } from '../../lib/can.tsx'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useUpdateAccount } from './api.ts'
import { accountSections } from './sections.ts'
import './account.scss'

type ProfileSectionProps = { user: Me; teams: readonly NamedTeam[]; onRenamed: () => void }

export function ProfileSection({ user, teams, onRenamed }: ProfileSectionProps) {
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
    <Section {...accountSections.profile}>
      <div className="account-person">
        <Avatar id={user.id} name={user.name} />
        <p>
          {user.email} <RoleBadge role={user.role} />
          <br />
          <small className="text-body-secondary">To change your email or role, ask an admin.</small>
        </p>
      </div>
      <OwnTeams title={teams.length === 1 ? 'Your team' : 'Your teams'} teams={teams} />
      <OwnTeams title="Teams you lead" teams={user.leads} />
      <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
        <TextField label="Name" autoComplete="name" {...fieldOf(form, 'name')} />
        {notice && <Alert variant="success">{notice}</Alert>}
      </FormShell>
    </Section>
  )
}

/** Reviewers can open their teams. */
function OwnTeams({ title, teams }: { title: string; teams: readonly NamedTeam[] }) {
  const titleId = useId()
  if (teams.length === 0) return null
  return (
    <div className="account-teams">
      <h3 id={titleId}>{title}</h3>
      <ul aria-labelledby={titleId}>
        {teams.map(({ id, name }) => (
          <li key={id}>
            <Can do="teams.readAll" otherwise={name}>
              <Link to={paths.team(id)}>{name}</Link>
            </Can>
          </li>
        ))}
      </ul>
    </div>
  )
}
