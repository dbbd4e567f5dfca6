import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { KeyHint } from './key-hint.tsx'

type UndoBarProps = {
  text: string
  /** What was done. Another step with the same words has its own time. */
  step?: unknown
  /** Present: the key that undoes it too. */
  shortcut?: string
  onUndo: () => void
  onEnd: () => void
}

/** Says what was done and offers to undo it, for some seconds; not while the user is at it. */
export function UndoBar({ text, step, shortcut, onUndo, onEnd }: UndoBarProps) {
  const [isHeld, setIsHeld] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins with what is said
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onEnd, limits.undoMs)
    return () => clearTimeout(timer)
  }, [isHeld, text, step])

  const hold = () => setIsHeld(true)
  const release = () => setIsHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits longer
    <div className="undo-bar" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span role="status">{text}</span>
      <button
        type="button"
        className="btn btn-secondary btn-sm"
        aria-keyshortcuts={shortcut}
        onClick={onUndo}
      >
        Undo
        {shortcut && <KeyHint keys={shortcut} />}
      </button>
    </div>
  )
}
