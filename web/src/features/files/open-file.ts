import { readToken } from '../../lib/sign-in.ts'

/**
 * Shows or downloads a file in a new tab. A link cannot carry the token, so a form posts it; it stands in the page
 * only for that moment.
 */
export function openFile(id: number, action: 'preview' | 'download') {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `/api/files/${id}/${action}`
  form.target = '_blank'
  form.rel = 'noopener'
  form.hidden = true
  addField(form, 'token', readToken() ?? '')
  if (action === 'preview') addField(form, 'preview', 'true')
  document.body.append(form)
  form.submit()
  form.remove()
}

function addField(form: HTMLFormElement, name: string, value: string) {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = name
  field.value = value
  form.append(field)
}
