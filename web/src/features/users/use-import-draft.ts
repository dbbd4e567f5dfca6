import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '#shared/limits.ts'
import { type Role, roles } from '#shared/roles.ts'
import { useActor } from '../../lib/can.tsx'
import { clearSlot, readSlot, writeSlot } from '../../lib/drafts.ts'
import { type Decisions, type Line, withNewKey } from './import-lines.ts'

const roleOrNone = z.enum(['', ...roles])
const line = z.object({
  key: z.number(),
  name: z.string(),
  email: z.string(),
  role: roleOrNone,
  unknownRole: z.string(),
  projects: z.string(),
  teams: z._default(z.string(), ''),
})
// The shape that `useFormDraft` stores, so that old drafts of the list are removed with the others.
const shape = {
  values: z.object({
    text: z.string(),
    readText: z.string(),
    defaultRole: roleOrNone,
    isReviewing: z.boolean(),
    lines: z.array(line),
    decisions: z.record(z.string(), z.enum(['create', 'omit'])),
    ignored: z.array(z.string()),
  }),
  based_on: z.string(),
}

export type ImportState = {
  /** The pasted text. */
  text: string
  /** The text from which the lines were read. */
  readText: string
  defaultRole: Role | ''
  isReviewing: boolean
  lines: Line[]
  decisions: Decisions
  /** Headings of columns that are not used. */
  ignored: string[]
}

/** Changes a part of the list, which may depend on the list before. */
export type ChangeImport = (
  part: Partial<ImportState> | ((before: ImportState) => Partial<ImportState>),
) => void

const emptyState: ImportState = {
  text: '',
  readText: '',
  defaultRole: 'developer',
  isReviewing: false,
  lines: [],
  decisions: {},
  ignored: [],
}

/** The list that is being imported. It is stored until it is sent or discarded. */
export function useImportDraft() {
  const slot = `form-draft:${useActor()?.id}:import-users`
  const [restored] = useState((): ImportState | null => {
    const values = readSlot(slot, shape)?.values
    return values ? { ...values, lines: values.lines.map(one => withNewKey({ ...one, refused: {} })) } : null
  })
  const [state, setState] = useState(restored ?? emptyState)
  const [isRestored, setIsRestored] = useState(restored !== null)
  const stored = useRef(state)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (stored.current === state) return
    stored.current = state
    if (state.text === '' && state.lines.length === 0) clearSlot(slot)
    else writeSlot(slot, { values: state, based_on: '' })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every change of the list
  useEffect(() => {
    // A throttle, not a debounce: the list is saved also while the user types without a pause.
    timer.current ??= setTimeout(() => save(), limits.draftSaveMs)
  }, [state])

  useEffect(() => {
    const handleHide = () => save()
    window.addEventListener('pagehide', handleHide)
    return () => {
      window.removeEventListener('pagehide', handleHide)
      save()
    }
  }, [])

  const change = useCallback<ChangeImport>(
    part => setState(before => ({ ...before, ...(typeof part === 'function' ? part(before) : part) })),
    [],
  )

  /** Empties the list after it was sent or discarded. The stored list is removed at once: it must not be offered again. */
  const clear = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    stored.current = emptyState
    clearSlot(slot)
    setState(emptyState)
    setIsRestored(false)
  }, [slot])

  return { state, change, clear, isRestored }
}
