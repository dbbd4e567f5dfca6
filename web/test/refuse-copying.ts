import { onTestFinished, vi } from 'vitest'

/** The browser neither lets the page write to the clipboard nor copies the selection, once. */
export function refuseCopying() {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  document.execCommand = () => false
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
}
