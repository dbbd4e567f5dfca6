import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { readToken } from '../../lib/sign-in.ts'

/**
 * Shows or downloads a file in a new tab, once `check` says that it is there. A link cannot carry the token, so a form
 * posts it; it stands in the page only for that moment.
 */
export async function openFile(id: number, action: 'preview' | 'download', check: () => Promise<void>) {
  const tab = reserveTab(action === 'preview' ? messages.file.opening : messages.file.downloading)
  try {
    await check()
    post(id, action, tab.target())
    // A tab that was opened before stays when a download begins; what has not begun by then has failed.
    if (action === 'download') setTimeout(tab.close, limits.downloadTabMs)
  } catch (error) {
    tab.close()
    throw error
  }
}

/**
 * Browsers let a page open a tab only shortly after a click (Safari: one second). While the answer is quick the form
 * opens its own; before it would be too late, an empty tab is opened for it.
 */
function reserveTab(text: string) {
  const name = `file-${Math.random()}`
  let tab: Window | null | undefined
  const timer = setTimeout(() => {
    tab = window.open('', name)
    if (!tab) return
    // The file must not reach the app, as with `noopener`, which would hand out no tab to fill.
    tab.opener = null
    tab.document.title = text
    tab.document.body.textContent = text
  }, limits.reserveTabMs)
  return {
    target() {
      clearTimeout(timer)
      if (tab === null) throw new Error('The browser has blocked the new tab')
      return tab === undefined ? '_blank' : name
    },
    close() {
      clearTimeout(timer)
      tab?.close()
    },
  }
}

function post(id: number, action: 'preview' | 'download', target: string) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `/api/files/${id}/${action}`
  form.target = target
  if (target === '_blank') form.rel = 'noopener'
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
