import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { readToken } from '../../lib/sign-in.ts'

/**
 * Shows or downloads a file in a new tab, once `check` says that it is there. Browsers let a page open a tab only in the
 * click or shortly after it (Safari: one second), so it is opened at once and closed again if the file is gone.
 */
export async function openFile(id: number, action: 'preview' | 'download', check: () => Promise<void>) {
  const clickedAt = performance.now()
  const name = `file-${Math.random()}`
  const tab = openTab(name, action === 'preview' ? messages.files.opening : messages.files.downloading)
  try {
    await check()
    post(id, action, name)
  } catch (error) {
    tab.close()
    throw error
  }
  if (action === 'preview') return
  // The tab stays when a download begins, and closing it earlier would cancel the download: a slow server gets longer.
  setTimeout(() => tab.close(), Math.max(limits.downloadTabMs, 3 * (performance.now() - clickedAt)))
}

function openTab(name: string, text: string): Window {
  const tab = window.open('', name)
  if (!tab) throw new Error('The browser has blocked the new tab')
  // The file must not reach the app, as with `noopener`, which would return no tab to fill.
  tab.opener = null
  tab.document.documentElement.style.colorScheme = getComputedStyle(document.documentElement).colorScheme
  tab.document.title = text
  tab.document.body.textContent = text
  return tab
}

/** A link can't carry the token, so a form posts it; it stands in the page only for that moment. */
function post(id: number, action: 'preview' | 'download', target: string) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `/api/files/${id}/${action}`
  form.target = target
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
