import { useState } from 'react'
import { type ClaimCodeInput, claimCodeInput, type OwnClaim, sourceKinds } from '#shared/contract/activity.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { TextField } from '../../components/fields.tsx'
import { FormAlert, SubmitButton } from '../../components/form.tsx'
import { hasMail } from '../../domain/settings.ts'
import { failureText } from '../../lib/api-error.ts'
import { checkBy, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { useEnterActivityCode, useMailActivityCode } from './api.ts'

const texts = messages.activity

/** The e-mails and logins of the user that don't count yet, and what to do about each. */
export function PendingNames({ claims }: { claims: readonly OwnClaim[] }) {
  const [done, setDone] = useState<string | null>(null)
  if (claims.length === 0 && !done) return null
  return (
    <div className="pending-names">
      {claims.length > 0 && (
        <>
          <h3>{texts.pendingHeading}</h3>
          <p className="text-body-secondary">{texts.pendingAbout}</p>
          <ul>
            {claims.map(claim => (
              <li key={claim.id}>
                <Pending claim={claim} onDone={setDone} />
              </li>
            ))}
          </ul>
        </>
      )}
      {done && (
        <Alert key={done} variant="success" onDismiss={() => setDone(null)}>
          {done}
        </Alert>
      )}
    </div>
  )
}

type PendingProps = { claim: OwnClaim; onDone: (sentence: string) => void }

function Pending({ claim, onDone }: PendingProps) {
  const { kind, name, code_sent_at } = claim
  return (
    <>
      <p className="pending-name">
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {kind !== 'email' && `(${sourceKinds[kind]} login)`}
      </p>
      {kind !== 'email' || !hasMail() ? (
        <p>{texts.pendingLogin}</p>
      ) : (
        <>
          <p>{code_sent_at ? texts.pendingCode(name) : texts.pendingEmail}</p>
          <CodeForm claim={claim} onDone={onDone} />
        </>
      )}
    </>
  )
}

function CodeForm({ claim: { id, name, code_sent_at }, onDone }: PendingProps) {
  const enter = useEnterActivityCode(id)
  const mail = useMailActivityCode(id)
  const form = useForm<ClaimCodeInput>({ resolver: checkBy(claimCodeInput), defaultValues: { code: '' } })
  const submission = useSubmit(form, {
    async send(input) {
      onDone((await enter.mutateAsync(input)).msg)
    },
    failure: (error, hasFields) => (hasFields ? undefined : failureText(error, texts.codeFailed)),
    staysOpen: true,
  })
  return (
    <form
      ref={submission.element}
      className="form"
      noValidate
      onSubmit={event => void submission.handleSubmit(event)}
    >
      <FormAlert submission={submission} />
      {mail.error && <Alert variant="danger">{failureText(mail.error, texts.mailCodeFailed)}</Alert>}
      {code_sent_at && (
        <TextField label={`Code sent to ${name}`} autoComplete="one-time-code" {...fieldOf(form, 'code')} />
      )}
      <div className="form-buttons">
        <button
          type="button"
          className="btn btn-secondary"
          disabled={mail.isPending || submission.isBusy}
          onClick={() => mail.mutate(undefined, { onSuccess: ({ msg }) => onDone(msg) })}
        >
          {code_sent_at ? 'Send a new code' : 'Send a code'}
          <span className="visually-hidden"> to {name}</span>
        </button>
        {code_sent_at && (
          <SubmitButton label="Confirm email" busyLabel="Confirming..." busy={submission.isBusy} />
        )}
      </div>
    </form>
  )
}
