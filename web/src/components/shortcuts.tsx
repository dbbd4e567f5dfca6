import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { createStore, useStore } from '../lib/store.ts'
import { Dialog } from './dialog.tsx'

// Letters typed by voice control reach a page one by one, so users can switch these keys off (WCAG 2.1.4).
const slot = 'single-key-shortcuts'

function readIsOn() {
  try {
    return localStorage.getItem(slot) !== 'off'
  } catch {
    return true
  }
}

const isOn = createStore(readIsOn())
markRoot()

/** Hides the hints on buttons when the keys are off (components/_controls.scss). */
function markRoot() {
  if (isOn.get()) delete document.documentElement.dataset.keys
  else document.documentElement.dataset.keys = 'off'
}

export function switchKeys(on: boolean) {
  isOn.set(on)
  markRoot()
  try {
    if (on) localStorage.removeItem(slot)
    else localStorage.setItem(slot, 'off')
  } catch {
    // Storage is switched off, so the choice lasts until the page is closed.
  }
}

export const useKeysAreOn = () => useStore(isOn)

type KeyActions = Readonly<Record<string, (() => void) | undefined>>

/** A key that is held down repeats only when it moves through a list. */
const repeating = new Set(['j', 'k'])

/**
 * Single keys for the whole page: letters in lower case, "?" or "/". They never fire while the user types, with a modifier, or
 * while a dialog is open.
 */
export function useKeys(actions: KeyActions) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : ''
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined
    if (!action || !isOn.get() || !isForPage(event)) return
    if (event.repeat && !repeating.has(key)) return
    event.preventDefault()
    action()
  })

  // A layout effect, so that a key counts as soon as the page is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Elements into which letters are typed. */
const takesText = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

function isForPage(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, isComposing, key, target } = event
  if (defaultPrevented || isComposing || altKey || ctrlKey || metaKey) return false
  // Some keyboards need Shift for these two.
  if (shiftKey && key !== '?' && key !== '/') return false
  return !isTyping(target) && !isDialogOpen()
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(takesText) !== null

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** Calls the action for Ctrl+K (Cmd+K on a Mac), also while the user types, but not while a dialog is open. */
export function useCommandK(action: () => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing, target } = event
    const isCommandK = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
    // In a text on a Mac, Ctrl+K deletes the rest of the line.
    if (!isCommandK || isComposing || (ctrlKey && isMac() && isTyping(target))) return
    // Prevented even in a dialog, because some browsers would move the focus to their own search field.
    event.preventDefault()
    if (!repeat && !isDialogOpen()) action()
  })

  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const isMac = () => navigator.platform.startsWith('Mac')

/** The shortcut of a button, shown on it where there is a keyboard and space. */
export function KeyHint({ keys }: { keys: string }) {
  // CSS draws the key, so that it isn't part of the button's text, with which the accessible name has to begin.
  return <span className="key-hint" aria-hidden="true" data-key={keys.toUpperCase()} />
}

export type Shortcut = {
  /** The keys as printed on the keyboard; several may do the same. */
  keys: readonly string[]
  does: string
}

/** The shortcuts of every page. */
const everywhere: readonly Shortcut[] = [
  { keys: ['/'], does: 'Search, or go to a page' },
  { keys: ['Ctrl', 'K'], does: 'The same, also while you type' },
]

type ShortcutsDialogProps = { shortcuts: readonly Shortcut[]; onClose: () => void }

/** All shortcuts of a page with those of every page, and the switch that turns them off. */
export function ShortcutsDialog({ shortcuts, onClose }: ShortcutsDialogProps) {
  const isOn = useKeysAreOn()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} closeOnBackdrop>
      <div className="shortcuts">
        <dl>
          {[...shortcuts, ...everywhere].map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map(key => (
                  <kbd key={key} className="key">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="shortcuts-switch">
          <input
            type="checkbox"
            className="check"
            checked={isOn}
            onChange={event => switchKeys(event.target.checked)}
          />
          <span>Use single-key shortcuts in this browser</span>
        </label>
      </div>
    </Dialog>
  )
}

export function useShortcutsHelp() {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  return { isHelpOpen, onHelp: (isOpen: boolean) => setIsHelpOpen(isOpen) }
}

type ShortcutsHelpProps = ReturnType<typeof useShortcutsHelp> & { shortcuts: readonly Shortcut[] }

/** Renders the dialog while it is open. */
export function ShortcutsHelp({ shortcuts, isHelpOpen, onHelp }: ShortcutsHelpProps) {
  return isHelpOpen && <ShortcutsDialog shortcuts={shortcuts} onClose={() => onHelp(false)} />
}
