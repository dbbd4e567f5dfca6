import { type FormEvent, type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import type { NewTotp, Passkey } from '#shared/contract/second-step.ts'
import { messages } from '#shared/messages.ts'
import { Alert, useTimedNotice } from '../../components/alert.tsx'
import { CopiedText } from '../../components/copied-text.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { PasswordField, TextField } from '../../components/fields.tsx'
import { SubmitButton } from '../../components/form.tsx'
import { HiddenUsername } from '../../domain/account-fields.tsx'
import { ApiError, failureText } from '../../lib/api-error.ts'
import { copyText } from '../../lib/copy-text.ts'
import { firstFocus } from '../../lib/focus.ts'
import './second-step.scss'
import { addPasskey, confirmApp, makeRecoveryCodes, removeApp, removePasskey, startApp } from './api.ts'

const texts = messages.secondStep

/** What the user wants to change. */
export type FactorChange =
  | { kind: 'addApp' | 'removeApp' | 'addPasskey' | 'newCodes' }
  | { kind: 'removePasskey'; passkey: Passkey }

type FactorDialogProps = {
  change: FactorChange
  email: string
  hasPassword: boolean
  onClose: () => void
  /** Something has changed, with the sentence that says it. */
  onDone: (sentence: string | null) => void
}

/** One dialog for each change: it asks for the password, and ends with new recovery codes where there are some. */
export default function FactorDialog(props: FactorDialogProps) {
  const { change, email, hasPassword, onClose, onDone } = props
  const [codes, setCodes] = useState<{ codes: readonly string[]; sentence: string | null } | null>(null)
  const finish = (sentence: string | null, made?: readonly string[]) =>
    made ? setCodes({ codes: made, sentence }) : onDone(sentence)
  if (codes) {
    const handleClose = () => onDone(codes.sentence)
    return <RecoveryCodesDialog codes={codes.codes} email={email} onClose={handleClose} />
  }
  const step = { email, hasPassword, onClose, finish }
  switch (change.kind) {
    case 'addApp':
      return <AddAppDialog {...step} />
    case 'addPasskey':
      return (
        <ConfirmedDialog
          {...step}
          title="Add a passkey"
          button="Add passkey"
          withName
          send={async (password, name) => {
            const { recovery_codes } = await addPasskey({ name, password })
            finish(texts.passkeyAdded, recovery_codes)
          }}
        />
      )
    case 'newCodes':
      return (
        <ConfirmedDialog
          {...step}
          title="New recovery codes"
          button="Make new codes"
          send={async password => finish(null, (await makeRecoveryCodes({ password })).recovery_codes)}
        >
          <p>{texts.newCodes}</p>
        </ConfirmedDialog>
      )
    case 'removeApp':
      return (
        <ConfirmedDialog
          {...step}
          title="Remove the authenticator app"
          button="Remove"
          isDanger
          send={async password => finish((await removeApp({ password })).msg)}
        >
          <p>{texts.removeAppQuestion}</p>
        </ConfirmedDialog>
      )
    case 'removePasskey':
      return (
        <ConfirmedDialog
          {...step}
          title="Remove a passkey"
          button="Remove"
          isDanger
          send={async password => finish((await removePasskey(change.passkey.id, { password })).msg)}
        >
          <p>{texts.removePasskeyQuestion(change.passkey.name)}</p>
        </ConfirmedDialog>
      )
  }
}

type StepProps = { email: string; hasPassword: boolean; onClose: () => void }

/** Sends once at a time, and keeps what was typed if it fails. */
function useSending(fallback = texts.changeFailed) {
  const [isBusy, setIsBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  async function run(work: () => Promise<void>) {
    setIsBusy(true)
    setErrors({})
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : {}
      setErrors(found)
      const isShown = ['password', 'name', 'code'].some(name => name in found)
      // Anything else is the browser's word that no passkey was made or used.
      const text = error instanceof ApiError ? failureText(error, fallback) : texts.passkeyCancelled
      setFailure(isShown ? null : text)
    }
    setIsBusy(false)
  }
  return { isBusy, errors, failure, run }
}

type ConfirmedDialogProps = StepProps & {
  title: string
  button: string
  isDanger?: boolean
  withName?: boolean
  children?: ReactNode
  send: (password: string | undefined, name: string) => Promise<void>
}

function ConfirmedDialog(props: ConfirmedDialogProps) {
  const { title, button, isDanger, withName, children, email, hasPassword, onClose, send } = props
  const { isBusy, errors, failure, run } = useSending()
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const password = hasPassword ? String(data.get('password')) : undefined
    void run(() => send(password, String(data.get('name') ?? '')))
  }
  return (
    <Dialog title={title} onClose={onClose} busy={isBusy}>
      <form className="form" noValidate onSubmit={handleSubmit}>
        {failure && <Alert variant="danger">{failure}</Alert>}
        {children}
        {withName && (
          <TextField
            label="Name"
            name="name"
            placeholder="Such as Phone"
            error={errors.name}
            {...firstFocus}
          />
        )}
        <HiddenUsername email={email} />
        {hasPassword ? (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            help={texts.passwordHelp}
            error={errors.password}
            {...(!withName && firstFocus)}
          />
        ) : (
          <p className="form-text">{errors.password ?? texts.noPasswordHelp}</p>
        )}
        <div className="form-buttons">
          <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          {isDanger ? (
            <button type="submit" className="btn btn-danger" disabled={isBusy}>
              {button}
            </button>
          ) : (
            <SubmitButton label={button} busyLabel="Saving..." busy={isBusy} />
          )}
        </div>
      </form>
    </Dialog>
  )
}

type AddAppProps = StepProps & { finish: (sentence: string | null, codes?: readonly string[]) => void }

function AddAppDialog({ finish, ...step }: AddAppProps) {
  const [started, setStarted] = useState<(NewTotp & { password: string | undefined }) | null>(null)
  const [code, setCode] = useState('')
  const { isBusy, errors, failure, run } = useSending()
  if (!started)
    return (
      <ConfirmedDialog
        {...step}
        title="Add an authenticator app"
        button="Continue"
        send={async password => setStarted({ ...(await startApp({ password })), password })}
      />
    )
  const { password, secret, uri } = started
  const send = (typed: string) =>
    void run(async () => {
      const { recovery_codes } = await confirmApp({ code: typed, password })
      finish(texts.appAdded, recovery_codes)
    })
  function handleChange(typed: string) {
    setCode(typed)
    const bare = typed.replace(/\s/g, '')
    if (/^\d{6}$/.test(bare) && !isBusy) send(bare)
  }
  return (
    <Dialog title="Add an authenticator app" onClose={step.onClose} busy={isBusy}>
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          send(code)
        }}
      >
        {failure && <Alert variant="danger">{failure}</Alert>}
        <p>{texts.scan}</p>
        <QrCode text={uri} />
        <a href={uri} className="btn btn-secondary factor-open">
          {texts.openApp}
        </a>
        <CopiedText label={texts.keyLabel} text={secret} button="Copy key" />
        <TextField
          label="Code"
          help={texts.enterCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          readOnly={isBusy}
          error={errors.code}
          onChange={event => handleChange(event.target.value)}
          {...firstFocus}
        />
        <div className="form-buttons">
          <button type="button" className="btn btn-secondary" disabled={isBusy} onClick={step.onClose}>
            Cancel
          </button>
          <SubmitButton label="Add" busyLabel="Checking..." busy={isBusy} />
        </div>
      </form>
    </Dialog>
  )
}

/** Dark on light in both themes, because not every app reads the other way round. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      width="200"
      height="200"
      role="img"
      aria-label="QR code"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path.join('')} fill="black" />
    </svg>
  )
}

type RecoveryCodesProps = { codes: readonly string[]; email: string; onClose: () => void }

function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesProps) {
  const { notice, showNotice } = useTimedNotice()
  const text = codes.join('\n')
  function save() {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    link.download = texts.codesFile
    link.click()
    URL.revokeObjectURL(link.href)
  }
  async function copy() {
    showNotice((await copyText(text)) ? messages.general.copied : messages.general.copyFailed)
  }
  return (
    // Only the button closes it: the codes are never shown again.
    <Dialog
      title="Recovery codes"
      onClose={() => {}}
      busy
      footer={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {texts.codesSaved}
        </button>
      }
    >
      <div className="factors">
        <p className="mb-0">{texts.saveCodes}</p>
        <div className="recovery-codes">
          <p className="recovery-codes-owner">{texts.codesOf(email)}</p>
          <ul aria-label="Recovery codes">
            {codes.map(code => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <div className="factor-actions">
          <button type="button" className="btn btn-secondary" onClick={() => void copy()} {...firstFocus}>
            Copy
          </button>
          <button type="button" className="btn btn-secondary" onClick={save}>
            Download
          </button>
          <button type="button" className="btn btn-secondary" onClick={() => window.print()}>
            Print
          </button>
          <span role="status">{notice}</span>
        </div>
      </div>
    </Dialog>
  )
}
