import { useSyncExternalStore } from 'react'

/** Chromium's `beforeinstallprompt`. Browsers without it, such as Safari, have their own way in a menu. */
export type InstallPrompt = Event & {
  prompt(): Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPrompt | null = null
const listeners = new Set<() => void>()

function keep(prompt: InstallPrompt | null) {
  kept = prompt
  for (const tell of listeners) tell()
}

/** The browser tells once for each page that it can install the app; the offer is made later, and only to those who use it. */
export function watchInstallPrompt() {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    keep(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => keep(null))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useInstallPrompt = () => useSyncExternalStore(subscribe, () => kept)

const slotOf = (userId: number) => `install-hint-${userId}`
export const isAnswered = (userId: number) => localStorage.getItem(slotOf(userId)) !== null
export const rememberAnswer = (userId: number) => localStorage.setItem(slotOf(userId), 'answered')
