import { Suspense, startTransition, useState } from 'react'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import type { Shortcut } from '../../components/shortcuts-dialog.tsx'
import { UndoBar } from '../../components/undo-bar.tsx'
import { lazily } from '../../lib/lazily.ts'
import { useKeys } from '../../lib/use-keys.ts'
import type { Reviewing } from './use-review.ts'

const ShortcutsDialog = lazily(() => import('../../components/shortcuts-dialog.tsx'))

/** For `usePrefetchParts`. */
export const reviewParts = [ShortcutsDialog]

type ReviewKeysProps = {
  reviewing: Reviewing
  /** A key without an action does nothing. */
  on: { next?: () => void; previous?: () => void; reviewed: () => void; ask: () => void; comment: () => void }
  /** Gets the report whose review was taken back, if it was one. */
  onUndone?: (id: number | undefined) => void
  /** More keys of this page, for the list. */
  more?: readonly Shortcut[]
  isHelpOpen: boolean
  onHelp: (isOpen: boolean) => void
}

const shortcuts: readonly Shortcut[] = [
  { keys: ['J'], does: 'Next report' },
  { keys: ['K'], does: 'Previous report' },
  { keys: ['R'], does: 'Mark reviewed and go on' },
  { keys: ['N'], does: 'Ask for changes' },
  { keys: ['C'], does: 'Comment' },
  { keys: ['U'], does: 'Undo' },
  { keys: ['Ctrl', 'Enter'], does: 'Send what you wrote' },
  { keys: ['Esc'], does: 'Leave the text box' },
  { keys: ['?'], does: 'Show these shortcuts' },
]

/** The keys of reviewing, their list and the undo bar: the same on Today and on the page of a report. */
export function ReviewKeys({ reviewing, on, onUndone, more = [], isHelpOpen, onHelp }: ReviewKeysProps) {
  function undo() {
    if (!reviewing.done) return
    const id = reviewing.undo()
    onUndone?.(id)
  }

  useKeys({
    j: on.next,
    k: on.previous,
    r: on.reviewed,
    n: on.ask,
    c: on.comment,
    u: undo,
    '?': () => onHelp(true),
  })

  return (
    <>
      {reviewing.done && (
        <UndoBar text={reviewing.done.text} shortcut="u" onUndo={undo} onEnd={reviewing.forgetDone} />
      )}
      <ErrorBoundary isPart resetKey={isHelpOpen ? 'open' : undefined} onClose={() => onHelp(false)}>
        <Suspense fallback={null}>
          {isHelpOpen && (
            <ShortcutsDialog shortcuts={[...shortcuts, ...more]} onClose={() => onHelp(false)} />
          )}
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

/** As a transition, so that the page stays as it is until the dialog's script is loaded. */
export function useHelp() {
  const [isOpen, setIsOpen] = useState(false)
  return { isHelpOpen: isOpen, onHelp: (open: boolean) => startTransition(() => setIsOpen(open)) }
}
