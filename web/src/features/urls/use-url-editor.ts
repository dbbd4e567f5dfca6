import { useRef, useState } from 'react'
import type { ProjectUrl, UrlInput } from '#shared/contract/urls.ts'
import { messages } from '#shared/messages.ts'
import { takeFocus } from '../../lib/focus.ts'
import { useUrlActions } from './api.ts'

const emptyValues: UrlInput = { url_type: 'live', url: '' }

/** The state of the form, which adds a link or edits a row. The typed text stays after a failure. */
export function useUrlEditor(
  projectId: number,
  onFailure: (sentence: string | null, error?: unknown) => void,
) {
  const [values, setValues] = useState(emptyValues)
  const [editedId, setEditedId] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const text = useRef<HTMLInputElement>(null)
  const opener = useRef<Element | null>(null)
  const { add, update } = useUrlActions(projectId)

  function edit({ id, url_type, url }: ProjectUrl) {
    opener.current = document.activeElement
    setEditedId(id)
    setValues({ url_type, url })
    onFailure(null)
    text.current?.focus()
  }

  function reset() {
    setEditedId(null)
    setValues(emptyValues)
    onFailure(null)
  }

  function cancel() {
    reset()
    returnFocus()
  }

  function returnFocus() {
    if (opener.current instanceof HTMLElement) takeFocus(opener.current)
  }

  async function submit() {
    if (isBusy || !values.url_type || values.url.trim() === '') return text.current?.focus()
    setIsBusy(true)
    onFailure(null)
    try {
      const body = { ...values, url: values.url.trim() }
      await (editedId === null ? add(body) : update(editedId, body))
      reset()
      if (editedId === null) takeFocus(text.current)
      else returnFocus()
    } catch (error) {
      onFailure(editedId === null ? messages.urls.addFailed : messages.urls.updateFailed, error)
      takeFocus(text.current)
    }
    setIsBusy(false)
  }

  return { values, setValues, editedId, isBusy, text, edit, cancel, submit }
}
