import { useState } from 'react'
import { type Shortcut, ShortcutsDialog } from './shortcuts-dialog.tsx'

export function useHelp() {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  return { isHelpOpen, onHelp: (isOpen: boolean) => setIsHelpOpen(isOpen) }
}

type ShortcutsHelpProps = ReturnType<typeof useHelp> & { shortcuts: readonly Shortcut[] }

/** The list of a page's keys, once it is asked for. */
export function ShortcutsHelp({ shortcuts, isHelpOpen, onHelp }: ShortcutsHelpProps) {
  return isHelpOpen && <ShortcutsDialog shortcuts={shortcuts} onClose={() => onHelp(false)} />
}
