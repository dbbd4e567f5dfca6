import { type DragEvent, type ReactNode, useState } from 'react'

const bringsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

type DropAreaProps = { onFiles: (files: Iterable<File>) => void; children: ReactNode }

/** Files may be dropped anywhere on it. A shortcut for the mouse: the button beside it does the same. */
export function DropArea({ onFiles, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false)

  function handleDragOver(event: DragEvent) {
    if (!bringsFiles(event)) return
    // Otherwise the browser would open the file itself.
    event.preventDefault()
    setIsOver(true)
  }

  function handleDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
  }

  function handleDrop(event: DragEvent) {
    if (!bringsFiles(event)) return
    event.preventDefault()
    setIsOver(false)
    onFiles(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button does the same by keyboard
    <div
      className={`drop-area ${isOver ? 'drop-area-over' : ''}`}
      onDragOver={handleDragOver}
      onDragLeave={handleDragLeave}
      onDrop={handleDrop}
    >
      {children}
      {isOver && (
        <p className="drop-hint" aria-hidden="true">
          Drop to upload
        </p>
      )}
    </div>
  )
}
