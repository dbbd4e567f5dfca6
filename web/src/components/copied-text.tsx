import { useRef } from 'react'
import { messages } from '#shared/messages.ts'
import { copyText } from '../lib/copy-text.ts'
import { firstFocus, useFocusOnce } from '../lib/focus.ts'
import { useTimedNotice } from './alert.tsx'
import { TextField } from './fields.tsx'

type CopiedTextProps = {
  label: string
  text: string
  /** The label of the button, such as "Copy link". */
  button: string
  /** True if the text has replaced the element that had the focus: the button then takes it. */
  takesFocus?: boolean
}

/** A text to copy, such as a link: users can select it or press the button. */
export function CopiedText({ label, text, button, takesFocus = false }: CopiedTextProps) {
  const input = useRef<HTMLInputElement>(null)
  const focused = useFocusOnce<HTMLButtonElement>()
  const { notice, showNotice } = useTimedNotice()

  async function copy() {
    const isCopied = await copyText(text)
    // Where the browser refuses, the selected text can be copied by hand.
    if (!isCopied) input.current?.select()
    showNotice(isCopied ? messages.general.copied : messages.general.copyFailed)
  }

  return (
    <div className="copied-text">
      <TextField ref={input} label={label} value={text} readOnly onFocus={event => event.target.select()} />
      <div className="copied-text-button">
        <button
          ref={takesFocus ? focused : undefined}
          type="button"
          className={`btn ${takesFocus ? 'btn-primary' : 'btn-secondary'}`}
          onClick={() => void copy()}
          {...(takesFocus && firstFocus)}
        >
          {button}
        </button>
        <span role="status">{notice}</span>
      </div>
    </div>
  )
}
