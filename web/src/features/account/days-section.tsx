import * as z from 'zod/mini'
import { type Account, accountInput } from '#shared/contract/account.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { FormShell } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { useSettings } from '../../domain/settings.ts'
import { type OwnDays, OwnDaysFields, OwnDaysSkeleton } from '../../domain/working-days.tsx'
import { failureText } from '../../lib/api-error.ts'
import { checkAsTyped, useForm, useSubmit } from '../../lib/forms.ts'
import { useAccount, useUpdateAccount } from './api.ts'
import { accountSections } from './sections.ts'

const ownDaysForm = z.pick(accountInput, { time_zone: true, working_days: true })

const pickOwnDays = ({ time_zone, working_days }: Account): OwnDays => ({ time_zone, working_days })

export function DaysSection() {
  const account = useAccount()
  const settings = useSettings()
  const isLoading = usePlaceholder(account.isPending || settings.isPending)

  function retry() {
    if (!account.data) void account.refetch()
    if (!settings.data) void settings.refetch()
  }

  return (
    <Section {...accountSections.days} about="Sets when your day ends and which days you report.">
      {isLoading ? (
        <OwnDaysSkeleton />
      ) : account.data && settings.data ? (
        <DaysForm account={account.data} organization={settings.data} />
      ) : (
        <ErrorState plain message={messages.account.ownDaysFailed} onRetry={retry} />
      )}
    </Section>
  )
}

function DaysForm({ account, organization }: { account: Account; organization: Settings }) {
  const update = useUpdateAccount()
  const { notice, showNotice } = useTimedNotice()
  const form = useForm<OwnDays>({
    resolver: checkAsTyped<OwnDays>(ownDaysForm),
    defaultValues: pickOwnDays(account),
  })
  const { isDirty } = form.formState
  const submission = useSubmit(form, {
    async send(values) {
      form.reset(pickOwnDays(await update.mutateAsync(values)))
      showNotice(messages.account.ownDaysSaved)
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, messages.settings.saveFailed)),
    staysOpen: true,
  })
  return (
    <FormShell submission={submission} submitLabel="Save" busyLabel="Saving...">
      <OwnDaysFields control={form.control} organization={organization} />
      {isDirty && <Alert variant="info">{messages.account.ownDaysChange}</Alert>}
      {notice && <Alert variant="success">{notice}</Alert>}
    </FormShell>
  )
}
