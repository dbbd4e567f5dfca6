import { Suspense, startTransition, useState } from 'react'
import { lazily } from '../lib/lazily.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Shortcut } from './shortcuts-dialog.tsx'

const ShortcutsDialog = lazily(() => import('./shortcuts-dialog.tsx'))

/** For `usePrefetchParts`. */
export const helpParts = [ShortcutsDialog]

/** As a transition, so that the page stays as it is until the dialog's script is loaded. */
export function useHelp() {
  const [isOpen, setIsOpen] = useState(false)
  return { isHelpOpen: isOpen, onHelp: (open: boolean) => startTransition(() => setIsOpen(open)) }
}

type ShortcutsHelpProps = ReturnType<typeof useHelp> & { shortcuts: readonly Shortcut[] }

/** The list of a page's keys, once it is asked for. */
export function ShortcutsHelp({ shortcuts, isHelpOpen, onHelp }: ShortcutsHelpProps) {
  return (
    <ErrorBoundary isPart resetKey={isHelpOpen ? 'open' : undefined} onClose={() => onHelp(false)}>
      <Suspense fallback={null}>
        {isHelpOpen && <ShortcutsDialog shortcuts={shortcuts} onClose={() => onHelp(false)} />}
      </Suspense>
    </ErrorBoundary>
  )
}
