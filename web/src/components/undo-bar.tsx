import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { KeyHint } from './shortcuts.tsx'

type UndoBarProps = {
  text: string
  /** Identifies the action, so that another action with the same text restarts the time. */
  step?: unknown
  /** The key that also undoes it. */
  shortcut?: string
  onUndo: () => void
  onEnd: () => void
}

/** Says what was done and offers Undo for some seconds. The time stops while the pointer or the focus is on the bar. */
export function UndoBar({ text, step, shortcut, onUndo, onEnd }: UndoBarProps) {
  const [isPaused, setIsPaused] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text or step restarts the time
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onEnd, limits.undoMs)
    return () => clearTimeout(timer)
  }, [isPaused, text, step])

  const pause = () => setIsPaused(true)
  const resume = () => setIsPaused(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div className="undo-bar" onPointerEnter={pause} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
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
