import type { UseQueryResult } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import type { Account, AccountInput } from '#shared/contract/account.ts'
import { type SourceKind, sourceKinds } from '#shared/contract/activity.ts'
import { messages } from '#shared/messages.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { Choice, TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import {
  ChoiceSkeleton,
  FieldSkeleton,
  FormSkeleton,
  usePlaceholder,
} from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { ApiError, failureText } from '../../lib/api-error.ts'
import { fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useUpdateAccount } from './api.ts'
import { PendingNames } from './pending-names.tsx'
import { accountSections } from './sections.ts'

const texts = messages.activity

/** The lists are typed as text, separated by commas or spaces. */
type Values = { activity: boolean; emails: string } & Record<SourceKind, string>

const kinds = Object.keys(sourceKinds) as SourceKind[]

/** The page loads the account: mounted here, a query whose call has just failed would send it again. */
export function ActivitySection({ account }: { account: UseQueryResult<Account> }) {
  const isLoading = usePlaceholder(account.isPending)
  return (
    <Section {...accountSections.activity} about={texts.own}>
      {isLoading ? (
        <FormSkeleton>
          <ChoiceSkeleton>{texts.ownSwitch}</ChoiceSkeleton>
          <FieldSkeleton label={texts.ownEmails}>
            <InputSkeleton />
            <div className="form-text">{texts.ownEmailsHelp}</div>
          </FieldSkeleton>
          {kinds.map(kind => (
            <FieldSkeleton key={kind} label={texts.ownLogins(sourceKinds[kind])}>
              <InputSkeleton />
            </FieldSkeleton>
          ))}
        </FormSkeleton>
      ) : account.data ? (
        <>
          <ActivityForm account={account.data} />
          <PendingNames claims={account.data.activity_pending} />
        </>
      ) : (
        <ErrorState plain message={texts.ownLoadFailed} onRetry={() => void account.refetch()} />
      )}
    </Section>
  )
}

const InputSkeleton = () => <div className="form-control">&nbsp;</div>

function ActivityForm({ account }: { account: Account }) {
  const update = useUpdateAccount()
  const { notice, showNotice } = useTimedNotice()
  const form = useForm<Values>({ defaultValues: toValues(account) })
  const { field: isOn } = useController({ control: form.control, name: 'activity' })
  const submission = useSubmit(form, {
    async send(values) {
      const input = toInput(values)
      try {
        form.reset(toValues(await update.mutateAsync(input)))
      } catch (error) {
        const placed = placeErrors(error, input)
        for (const [name, message] of placed) form.setError(name, { type: 'server', message })
        if (placed.length === 0) throw error
        return
      }
      showNotice(texts.ownSaved)
    },
    failure: error => failureText(error, texts.ownSaveFailed),
    staysOpen: true,
  })
  return (
    <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
      <Choice isChosen={isOn.value} onChange={isOn.onChange}>
        {texts.ownSwitch}
      </Choice>
      {account.activity && !isOn.value && <Alert variant="info">{texts.ownOff}</Alert>}
      <TextField label={texts.ownEmails} help={texts.ownEmailsHelp} {...fieldOf(form, 'emails')} />
      {kinds.map(kind => (
        <TextField key={kind} label={texts.ownLogins(sourceKinds[kind])} {...fieldOf(form, kind)} />
      ))}
      {notice && <Alert variant="success">{notice}</Alert>}
    </FormShell>
  )
}

function toValues({ activity, activity_emails, activity_logins }: Account): Values {
  const loginsOf = (wanted: SourceKind) =>
    activity_logins
      .filter(({ kind }) => kind === wanted)
      .map(({ login }) => login)
      .join(', ')
  return {
    activity,
    emails: activity_emails.join(', '),
    github: loginsOf('github'),
    gitlab: loginsOf('gitlab'),
    gitea: loginsOf('gitea'),
  }
}

const split = (text: string) => text.split(/[\s,;]+/).filter(each => each !== '')

const toInput = ({ activity, emails, ...logins }: Values) =>
  ({
    activity,
    activity_emails: split(emails),
    activity_logins: kinds.flatMap(kind => split(logins[kind]).map(login => ({ kind, login }))),
  }) satisfies AccountInput

/** Finds the fields that the server's errors are about: it names entries of the lists by their position. */
function placeErrors(
  error: unknown,
  { activity_logins }: ReturnType<typeof toInput>,
): [keyof Values, string][] {
  if (!(error instanceof ApiError)) return []
  return Object.entries(error.errors).flatMap(([path, sentence]): [keyof Values, string][] => {
    const [list, position] = path.split('.')
    if (list === 'activity_emails') return [['emails', sentence]]
    const entry =
      position === undefined
        ? activity_logins.find(({ login }) => sentence.includes(` ${login.toLowerCase()} `))
        : activity_logins[Number(position)]
    return list === 'activity_logins' && entry ? [[entry.kind, sentence]] : []
  })
}
