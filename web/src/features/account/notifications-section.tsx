import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { type MutableKind, mutableKinds } from '#shared/contract/notifications.ts'
import { defaultSettings, type Settings } from '#shared/contract/settings.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can, type Permission } from '#shared/permissions.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { CheckBoxes, Choice, Choices, SelectField, TextField } from '../../components/fields.tsx'
import { SubmitButton } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import {
  ChoiceSkeleton,
  FieldSkeleton,
  FormSkeleton,
  SelectSkeleton,
  usePlaceholder,
} from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { hasMail } from '../../domain/settings.ts'
import { ApiError, failureText } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { accountSections } from './sections.ts'
import './account.scss'

type Values = Pick<Account, 'email_notifications' | 'muted' | 'reminders' | 'reminder_time'>
type Mails = Account['email_notifications']

const pickValues = ({ email_notifications, muted, reminders, reminder_time }: Account): Values => ({
  email_notifications,
  muted,
  reminders,
  reminder_time,
})

type NotificationsSectionProps = {
  /** The page loads both queries: mounted here, a query whose call has just failed would send it again. */
  account: UseQueryResult<Account>
  settings: UseQueryResult<Settings>
  save: Save
}

type Save = (values: Values) => Promise<Account>

export function NotificationsSection({ account, settings, save }: NotificationsSectionProps) {
  const isLoading = usePlaceholder(account.isPending || settings.isPending)
  const user = useActor()

  function retry() {
    if (!account.data) void account.refetch()
    if (!settings.data) void settings.refetch()
  }

  return (
    <Section {...accountSections.notifications} about="Choose what we email you, and when we remind you.">
      {isLoading ? (
        <NotificationsSkeleton user={user} organization={settings.data} />
      ) : account.data && settings.data ? (
        <NotificationsForm account={account.data} organization={settings.data} save={save} />
      ) : (
        <ErrorState plain message={messages.account.notificationsFailed} onRetry={retry} />
      )}
    </Section>
  )
}

type NotificationsFormProps = { account: Account; organization: Settings; save: Save }

function NotificationsForm({ account, organization, save }: NotificationsFormProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { notice, showNotice } = useTimedNotice()
  const [values, setValues] = useState(() => pickValues(account))
  const { email_notifications, muted, reminders, reminder_time } = values
  const kinds = kindsFor(account)
  const timeError = error instanceof ApiError ? error.errors.reminder_time : undefined

  function change(next: Partial<Values>) {
    setError(undefined)
    setValues(before => ({ ...before, ...next }))
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      setValues(pickValues(await save(values)))
      showNotice(messages.account.notificationsSaved)
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }

  return (
    <form className="form" noValidate onSubmit={event => void handleSubmit(event)}>
      {organization.email_enabled ? (
        <>
          <SelectField
            label="Email"
            value={email_notifications}
            onChange={({ target }) => change({ email_notifications: target.value as Mails })}
          >
            <option value="instant">As things happen</option>
            <option value="daily">Once a day</option>
            <option value="off">Never</option>
          </SelectField>
          {email_notifications !== 'off' && (
            <MailKinds
              kinds={kinds}
              muted={muted}
              onChange={chosen => change({ muted: withMuted(muted, kinds, chosen) })}
            />
          )}
        </>
      ) : (
        <p className="text-body-secondary">{messages.notifications.withoutMail}</p>
      )}
      <Choices label="Reminders">
        {organization.reporting_roles.includes(account.role) && (
          <Choice isChosen={reminders} onChange={isOn => change({ reminders: isOn })}>
            Remind me when my report is due
          </Choice>
        )}
        <Choice
          isChosen={reminder_time === null}
          onChange={isOn => change({ reminder_time: isOn ? null : organization.reminder_time })}
        >
          Use the organization's time ({organization.reminder_time})
        </Choice>
      </Choices>
      {reminder_time !== null && (
        <TextField
          label="Reminder time"
          type="time"
          help={email_notifications === 'daily' ? 'Your daily email also comes at this time.' : undefined}
          error={timeError}
          value={reminder_time}
          onChange={({ target }) => change({ reminder_time: target.value })}
        />
      )}
      {error !== undefined && !timeError && (
        <Alert variant="danger">{failureText(error, messages.account.notificationsSaveFailed)}</Alert>
      )}
      {notice && <Alert variant="success">{notice}</Alert>}
      <div className="form-buttons">
        <SubmitButton label="Save" busyLabel="Saving..." busy={isBusy} />
      </div>
    </form>
  )
}

type MailKindsProps = {
  kinds: readonly MutableKind[]
  muted: readonly MutableKind[]
  /** Absent in the skeleton, where nothing can be chosen yet. */
  onChange?: (chosen: MutableKind[]) => void
}

const MailKinds = ({ kinds, muted, onChange }: MailKindsProps) => (
  <div className="mail-kinds">
    <CheckBoxes
      legend="Email me about"
      choices={kinds.map(kind => ({
        value: kind,
        label: capitalize(messages.notifications.mailedAbout[kind]),
      }))}
      chosen={kinds.filter(kind => !muted.includes(kind))}
      disabled={!onChange}
      onChange={chosen => onChange?.(chosen)}
    />
  </div>
)

/** The kinds of notifications that this user can get. */
const kindsFor = (user: User): MutableKind[] =>
  mutableKinds.filter(kind => {
    const permission = neededFor[kind]
    return permission === undefined || can(user, permission)
  })

const neededFor: Partial<Record<MutableKind, Permission>> = {
  task_completed: 'task.manage',
  summary: 'team.read',
  webhook_off: 'webhooks.manage',
}

/** Kinds that this user isn't offered keep their setting. */
const withMuted = (
  before: readonly MutableKind[],
  offered: readonly MutableKind[],
  chosen: readonly MutableKind[],
) => mutableKinds.filter(kind => (offered.includes(kind) ? !chosen.includes(kind) : before.includes(kind)))

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

type SkeletonProps = {
  user: User | null
  /** Undefined until loaded. The skeleton then assumes the default settings, which most organizations keep. */
  organization: Settings | undefined
}

/** Has the height of the form of a user who has changed nothing. */
function NotificationsSkeleton({ user, organization }: SkeletonProps) {
  const { reporting_roles } = organization ?? defaultSettings
  return (
    <FormSkeleton>
      {hasMail() ? (
        <>
          <FieldSkeleton label="Email">
            <SelectSkeleton />
          </FieldSkeleton>
          {user && <MailKinds kinds={kindsFor(user)} muted={[]} />}
        </>
      ) : (
        <p className="text-body-secondary">{messages.notifications.withoutMail}</p>
      )}
      <FieldSkeleton label="Reminders">
        {reporting_roles.some(role => role === user?.role) && <ChoiceSkeleton width="14rem" />}
        <ChoiceSkeleton width="12rem" />
      </FieldSkeleton>
    </FormSkeleton>
  )
}
