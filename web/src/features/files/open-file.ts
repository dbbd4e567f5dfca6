import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { readToken } from '../../lib/sign-in.ts'

/**
 * Shows or downloads a file in a new tab, if `check` finds that it still exists. Browsers let a page open a tab only
 * during a click or shortly after it (Safari: one second), so it opens at once and closes again if the check fails.
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
  // A download leaves its tab open. Closing the tab before it begins would cancel it, so a slow server gets more time.
  setTimeout(() => tab.close(), Math.max(limits.downloadTabMs, 3 * (performance.now() - clickedAt)))
}

function openTab(name: string, text: string): Window {
  const tab = window.open('', name)
  if (!tab) throw new Error('The browser has blocked the new tab')
  // The file must have no access to the app. With `noopener`, window.open would return no tab to fill.
  tab.opener = null
  tab.document.documentElement.style.colorScheme = getComputedStyle(document.documentElement).colorScheme
  tab.document.title = text
  tab.document.body.textContent = text
  return tab
}

/** A link can't send the token, so a form posts it. The form is in the page only while it is submitted. */
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
