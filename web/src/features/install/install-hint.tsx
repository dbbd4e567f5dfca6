import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { type InstallPrompt, rememberAnswer } from './install-prompt.ts'
import './install.scss'

type InstallHintProps = { userId: number; prompt: InstallPrompt }

/** Floats over the lower edge of the page, so that nothing moves. After any answer it is not shown again. */
export function InstallHint({ userId, prompt }: InstallHintProps) {
  const [isAnswered, setIsAnswered] = useState(false)
  if (isAnswered) return null

  function finish() {
    rememberAnswer(userId)
    setIsAnswered(true)
  }

  function install() {
    finish()
    prompt.prompt().catch(() => {})
  }

  return (
    <section className="install-hint" aria-label="Install the app">
      <p>{messages.general.installHint}</p>
      <div>
        <button type="button" className="btn btn-secondary btn-sm" onClick={finish}>
          No, thanks
        </button>
        <button type="button" className="btn btn-primary btn-sm" onClick={install}>
          Install
        </button>
      </div>
    </section>
  )
}
