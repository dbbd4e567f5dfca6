import { createStore, useStore } from '../../lib/store.ts'

/** Chromium's `beforeinstallprompt`. Browsers without it, such as Safari, install from a menu of their own. */
export type InstallPrompt = Event & {
  prompt(): Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const installPrompt = createStore<InstallPrompt | null>(null)

/**
 * The browser fires the event once per page. It is stored, because the app offers the installation later, and only to
 * users who have submitted reports.
 */
export function watchInstallPrompt() {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    installPrompt.set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => installPrompt.set(null))
}

export const useInstallPrompt = () => useStore(installPrompt)

const storageKey = (userId: number) => `install-hint-${userId}`
export const isAnswered = (userId: number) => localStorage.getItem(storageKey(userId)) !== null
export const rememberAnswer = (userId: number) => localStorage.setItem(storageKey(userId), 'answered')
