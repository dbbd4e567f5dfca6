import type { Shortcut } from '../../components/shortcuts.tsx'
import { ShortcutsHelp, useKeys } from '../../components/shortcuts.tsx'
import { UndoBar } from '../../components/undo-bar.tsx'
import type { Reviewing } from './use-review.ts'

type ReviewKeysProps = {
  reviewing: Reviewing
  /** A key without an action does nothing. */
  on: { next?: () => void; previous?: () => void; reviewed: () => void; ask: () => void; comment: () => void }
  /** Called with the report whose review was undone; undefined if there were several. */
  onUndone?: (id: number | undefined) => void
  /** More shortcuts of the page for the list of shortcuts. */
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

/** The keys for reviewing, their list and the undo bar, for Today and the page of a report. */
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
        <UndoBar
          text={reviewing.done.text}
          step={reviewing.done}
          shortcut="u"
          onUndo={undo}
          onEnd={reviewing.dismissUndo}
        />
      )}
      <ShortcutsHelp shortcuts={[...shortcuts, ...more]} isHelpOpen={isHelpOpen} onHelp={onHelp} />
    </>
  )
}
