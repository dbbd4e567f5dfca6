import search from 'bootstrap-icons/icons/search.svg?raw'
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import type { Me } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icon.tsx'
import { firstFocus } from '../../lib/focus.ts'
import { lazily } from '../../lib/lazily.ts'
import type { PageLink } from './destinations.ts'
import './search.scss'

const Palette = lazily(() => import('./palette.tsx'))

/** What the list below the field knows of it, and tells it. */
export type PaletteField = {
  text: string
  setText: (text: string) => void
  /** The user is composing a character. */
  isComposing: boolean
  /** Enter was pressed and nothing has been opened yet, because the list or its results are still being loaded. */
  pressed: 'enter' | 'ctrl+enter' | undefined
  forgetPress: () => void
  /** Called with 1 for the next option and -1 for the previous one. */
  onStep: { current: ((by: 1 | -1) => void) | undefined }
  listId: string
  /** The option that Enter opens; undefined without options. */
  setActiveId: (id: string | undefined) => void
}

type SearchDialogProps = { user: Me; pages: readonly PageLink[]; onClose: () => void }

/**
 * The field of the palette. It is part of the start, so that no key typed after Ctrl+K is lost while the list is loaded: the
 * text is kept, and so is Enter.
 */
export function SearchDialog({ user, pages, onClose }: SearchDialogProps) {
  const [text, setText] = useState('')
  const [isComposing, setIsComposing] = useState(false)
  const [pressed, setPressed] = useState<PaletteField['pressed']>()
  const [activeId, setActiveId] = useState<string>()
  const onStep = useRef<PaletteField['onStep']['current']>(undefined)
  const listId = useId()

  function change(next: string) {
    setText(next)
    setPressed(undefined)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
    if (nativeEvent.isComposing || altKey || shiftKey) return
    const isStep = (key === 'ArrowDown' || key === 'ArrowUp') && !ctrlKey && !metaKey
    if (!isStep && key !== 'Enter') return
    event.preventDefault()
    if (isStep) onStep.current?.(key === 'ArrowDown' ? 1 : -1)
    else if (!event.repeat) setPressed(ctrlKey || metaKey ? 'ctrl+enter' : 'enter')
  }

  const field = {
    text,
    setText: change,
    isComposing,
    pressed,
    forgetPress: () => setPressed(undefined),
    onStep,
    listId,
    setActiveId,
  }
  return (
    <Dialog title="Search" shape="palette" closeOnBackdrop onClose={onClose}>
      <div className="palette-field">
        <Icon svg={search} />
        <input
          type="text"
          role="combobox"
          className="form-control"
          aria-label="Search"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-expanded={activeId !== undefined}
          aria-activedescendant={activeId}
          placeholder="Search, or go to a page"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={limits.searchTextMax}
          value={text}
          onChange={event => change(event.target.value)}
          onKeyDown={handleKeyDown}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          {...firstFocus}
        />
        <button type="button" className="btn-close" aria-label="Close" onClick={onClose} />
      </div>
      <div className="palette-list">
        <ErrorBoundary isPart>
          <Suspense fallback={null}>
            <Palette user={user} pages={pages} field={field} onClose={onClose} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <p className="palette-hints" aria-hidden="true">
        <kbd className="key">↑</kbd>
        <kbd className="key">↓</kbd> to choose <kbd className="key">Enter</kbd> to open{' '}
        <kbd className="key">Ctrl</kbd>
        <kbd className="key">Enter</kbd> in a new tab
      </p>
    </Dialog>
  )
}
