import { useState } from 'react'
import { useController } from 'react-hook-form'
import {
  isSentAs,
  type NewWebhook,
  type Webhook,
  type WebhookInput,
  webhookFormats,
  webhookInput,
  webhookKinds,
} from '#shared/contract/webhooks.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Checklist } from '../../components/checklist.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import { Choice, TextField } from '../../components/fields.tsx'
import { FormShell } from '../../components/form.tsx'
import { RadioCards } from '../../components/radio-cards.tsx'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { firstFocus } from '../../lib/focus.ts'
import { checkAsTyped, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useOfferedTeams } from '../teams/api.ts'
import { useCreateWebhook, useDeleteWebhook, useEditWebhook, useRenewSecret } from './api.ts'

type WebhookDialogProps = {
  /** Absent for a new webhook. */
  webhook?: Webhook
  onMade: (webhook: NewWebhook) => void
  onSaved: (sentence: string) => void
  onClose: () => void
}

const formats = webhookFormats.map(format => ({ value: format, ...messages.webhooks.formats[format] }))

/** "Add webhook" and "Edit webhook". Teams are offered where there are any. */
export default function WebhookDialog({ webhook, onMade, onSaved, onClose }: WebhookDialogProps) {
  const create = useCreateWebhook()
  const edit = useEditWebhook(webhook?.id ?? 0)
  const { data: teams = [] } = useOfferedTeams()
  const form = useForm<WebhookInput>({
    resolver: checkAsTyped(webhookInput),
    defaultValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      format: webhook?.format ?? 'json',
      events: webhook?.events ?? ['report.submitted'],
      team_ids: webhook?.team_ids ?? [],
      enabled: webhook?.enabled ?? true,
    },
  })
  const { control } = form
  const format = useController({ control, name: 'format' }).field
  const events = useController({ control, name: 'events' })
  const chosenTeams = useController({ control, name: 'team_ids' }).field
  const enabled = useController({ control, name: 'enabled' }).field
  const offered = webhookKinds.filter(kind => isSentAs(format.value, kind))
  const submission = useSubmit(form, {
    async send(input) {
      if (!webhook) return onMade(await create.mutateAsync(input))
      await edit.mutateAsync(input)
      onSaved(messages.webhooks.saved)
    },
    failure: (error, hasFields) =>
      hasFields
        ? undefined
        : failureText(error, webhook ? messages.webhooks.saveFailed : messages.webhooks.makeFailed),
  })

  function chooseFormat(value: (typeof webhookFormats)[number]) {
    format.onChange(value)
    events.field.onChange(events.field.value.filter(kind => isSentAs(value, kind)))
  }

  return (
    <Dialog title={webhook ? 'Edit webhook' : 'Add webhook'} busy={submission.isBusy} onClose={onClose}>
      <FormShell
        submission={submission}
        submitLabel={webhook ? 'Save' : 'Add webhook'}
        busyLabel={webhook ? 'Saving...' : 'Adding...'}
        cancel={onClose}
      >
        <TextField
          label="Name"
          placeholder="Who listens?"
          autoComplete="off"
          {...fieldOf(form, 'name')}
          {...firstFocus}
        />
        <TextField
          label="URL"
          type="url"
          placeholder="https://"
          autoComplete="off"
          {...fieldOf(form, 'url')}
        />
        <RadioCards legend="Format" choices={formats} chosen={format.value} onChoose={chooseFormat} />
        <Checklist
          legend="Events"
          items={offered.map(kind => ({
            id: webhookKinds.indexOf(kind),
            name: messages.webhooks.kinds[kind],
          }))}
          chosen={events.field.value.map(kind => webhookKinds.indexOf(kind))}
          onChosen={ids => events.field.onChange(webhookKinds.filter((_, index) => ids.includes(index)))}
          filterLabel="Filter events"
          {...(events.fieldState.error?.message && { error: events.fieldState.error.message })}
        />
        {teams.length > 0 && (
          <Checklist
            legend="Teams"
            items={teams.map(({ id, name }) => ({ id, name }))}
            chosen={chosenTeams.value}
            onChosen={chosenTeams.onChange}
            filterLabel="Filter teams"
            help="Only what concerns their members. Choose none for everyone."
          />
        )}
        {webhook && (
          <Choice isChosen={enabled.value} onChange={enabled.onChange}>
            Switched on
          </Choice>
        )}
      </FormShell>
      {webhook && <More webhook={webhook} onMade={onMade} onDeleted={onSaved} />}
    </Dialog>
  )
}

type MoreProps = {
  webhook: Webhook
  onMade: (webhook: NewWebhook) => void
  onDeleted: (sentence: string) => void
}

/** What can't be undone. */
function More({ webhook: { id, name }, onMade, onDeleted }: MoreProps) {
  const [asked, setAsked] = useState<'secret' | 'delete' | null>(null)
  const renew = useRenewSecret()
  const remove = useDeleteWebhook()
  const [failure, setFailure] = useState<string | null>(null)

  async function handleRenew() {
    try {
      onMade(await renew.mutateAsync(id))
    } catch (error) {
      setAsked(null)
      setFailure(failureText(error, messages.webhooks.secretFailed))
    }
  }

  async function handleDelete() {
    try {
      await remove.mutateAsync(id)
    } catch (error) {
      if (!hasCode(error, 'webhook_not_found')) {
        setAsked(null)
        return setFailure(failureText(error, messages.webhooks.deleteFailed))
      }
    }
    onDeleted(messages.webhooks.deleted)
  }

  return (
    <div className="webhook-more">
      {failure && (
        <Alert variant="danger" takesFocus onDismiss={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      <button type="button" className="btn btn-secondary btn-sm" onClick={() => setAsked('secret')}>
        New secret
      </button>
      <button type="button" className="btn btn-secondary btn-sm" onClick={() => setAsked('delete')}>
        Delete webhook
      </button>
      {asked === 'secret' && (
        <Confirm
          title="New secret"
          confirmLabel="Create secret"
          busyLabel="Creating..."
          busy={renew.isPending}
          onConfirm={() => void handleRenew()}
          onCancel={() => setAsked(null)}
        >
          {messages.webhooks.secretQuestion(name)}
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title="Delete webhook"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={remove.isPending}
          onConfirm={() => void handleDelete()}
          onCancel={() => setAsked(null)}
        >
          {messages.webhooks.deleteQuestion(name)}
        </Confirm>
      )}
    </div>
  )
}
