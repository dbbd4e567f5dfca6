import { type ComponentProps, type FormEvent, useState } from 'react'
import type { SecondStepMethod } from '#shared/contract/second-step.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { TextField } from '../../components/fields.tsx'
import { SubmitButton } from '../../components/form.tsx'
import { ApiError, type Challenge, failureText, hasCode } from '../../lib/api-error.ts'
import { useFocusOnce } from '../../lib/focus.ts'
import { getPasskey } from '../../lib/passkeys.ts'
import { postPasskeyOptions, postSecondStep } from './api.ts'
import { useAuth } from './auth-context.ts'

const texts = messages.secondStep
const digits = 6

/** After the password: one field for a code, or a passkey. */
export default function SecondStepForm({ challenge, methods }: Challenge) {
  const { enter, leaveSecondStep } = useAuth()
  const [method, setMethod] = useState<SecondStepMethod>(methods[0] ?? 'recovery_code')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [hasEnded, setHasEnded] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function answer(getAnswer: () => Promise<object>) {
    setIsBusy(true)
    setFailure(null)
    try {
      enter(await postSecondStep({ challenge, ...(await getAnswer()) }))
    } catch (error) {
      setIsBusy(false)
      setCode('')
      setHasEnded(hasCode(error, 'challenge_ended') || hasCode(error, 'second_step_failed'))
      setFailure(error instanceof ApiError ? textOf(error) : texts.passkeyCancelled)
    }
  }

  const sendCode = (typed: string) =>
    void answer(async () => (method === 'totp' ? { code: typed } : { recovery_code: typed }))

  /** A whole code, typed or pasted, is sent at once. */
  function handleChange(typed: string) {
    setCode(typed)
    const bare = typed.replace(/\s/g, '')
    if (method === 'totp' && !isBusy && new RegExp(`^\\d{${digits}}$`).test(bare)) sendCode(bare)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() !== '') sendCode(code)
    else setFailure(texts.codeRequired)
  }

  const sendPasskey = () =>
    void answer(async () => ({ passkey: await getPasskey(await postPasskeyOptions({ challenge })) }))

  const choose = (chosen: SecondStepMethod) => {
    setMethod(chosen)
    setCode('')
    setFailure(null)
  }

  const again = (
    <button type="button" className="btn btn-link" onClick={leaveSecondStep}>
      Back to login
    </button>
  )
  if (hasEnded)
    return (
      <div className="form">
        <Alert variant="danger">{failure}</Alert>
        {again}
      </div>
    )
  return (
    <form className="form" noValidate onSubmit={handleSubmit} aria-label={texts.title}>
      {failure && <Alert variant="danger">{failure}</Alert>}
      {method === 'passkey' ? (
        <>
          <p>{texts.onlyPasskey}</p>
          <button type="button" className="btn btn-primary w-100" disabled={isBusy} onClick={sendPasskey}>
            {texts.usePasskey}
          </button>
        </>
      ) : (
        <>
          <CodeField
            key={method}
            label={method === 'totp' ? texts.codeLabel : texts.recoveryLabel}
            {...(method === 'recovery_code' && { help: texts.recoveryHelp })}
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            value={code}
            readOnly={isBusy}
            onChange={event => handleChange(event.target.value)}
          />
          <SubmitButton label="Continue" busyLabel="Checking..." busy={isBusy} className="w-100" />
        </>
      )}
      <div className="second-step-ways">
        {methods.includes('passkey') && method !== 'passkey' && (
          <button type="button" className="btn btn-link" disabled={isBusy} onClick={sendPasskey}>
            {texts.usePasskey}
          </button>
        )}
        {methods.includes('totp') && method !== 'totp' && (
          <button type="button" className="btn btn-link" disabled={isBusy} onClick={() => choose('totp')}>
            {texts.useApp}
          </button>
        )}
        {methods.includes('recovery_code') && method !== 'recovery_code' && (
          <button
            type="button"
            className="btn btn-link"
            disabled={isBusy}
            onClick={() => choose('recovery_code')}
          >
            {texts.useRecoveryCode}
          </button>
        )}
        {again}
      </div>
    </form>
  )
}

/** Takes the focus when it appears. */
function CodeField(props: Omit<ComponentProps<typeof TextField>, 'ref'>) {
  const field = useFocusOnce<HTMLInputElement>()
  return (
    <TextField
      ref={field}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

/** How many tries are left is said only when few are. */
function textOf(error: ApiError): string {
  const text = failureText(error, texts.failed)
  const { triesLeft } = error
  return triesLeft !== undefined && triesLeft <= limits.secondStepTriesTold
    ? `${text} ${texts.triesLeft(triesLeft)}`
    : text
}
