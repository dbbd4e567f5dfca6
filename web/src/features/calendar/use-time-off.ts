import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useState } from 'react'
import type { Absence, AbsenceInput } from '#shared/contract/absences.ts'
import { countDays, type Span } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { failureText } from '../../lib/api-error.ts'
import { findAbsence } from './api.ts'
import { isTemporary, useChangeTimeOff } from './change-time-off.ts'

type Person = { id: number; name: string }

/** What the dialog is opened with. */
export type TimeOffDraft = {
  user: Person
  /** Null for new time off. */
  absence: Absence | null
  values: Pick<AbsenceInput, 'start_date' | 'end_date' | 'kind' | 'note'>
  /** Why the server refused these values. */
  refusal?: string
}

/** Adding, editing and deleting time off, for both calendars. */
export function useTimeOff() {
  const queryClient = useQueryClient()
  const change = useChangeTimeOff()
  const [draft, setDraft] = useState<TimeOffDraft | null>(null)
  /** The last action, and how to undo it. */
  const [done, setDone] = useState<{ text: string; undo: () => Promise<unknown> } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  function open(next: TimeOffDraft) {
    setFailure(null)
    // As a transition the dialog opens after the click that ends a drag, which would otherwise go to the dialog.
    startTransition(() => setDraft(next))
  }

  function openNew(user: Person, { startDate, endDate }: Span) {
    const values = { start_date: startDate, end_date: endDate, kind: 'vacation', note: null } as const
    open({ user, absence: null, values })
  }

  async function openExisting(user: Person, id: number, date: string) {
    // Time off that is still being saved can't be opened yet.
    if (isTemporary(id)) return
    try {
      const absence = await findAbsence(queryClient, { id, userId: user.id, date })
      if (absence) {
        const { start_date, end_date, kind, note } = absence
        open({ user, absence, values: { start_date, end_date, kind, note } })
        return
      }
      setFailure(messages.absences.notFound)
      void queryClient.invalidateQueries()
    } catch (error) {
      setFailure(failureText(error, messages.calendar.loadFailed))
    }
  }

  /** Shows the change at once. If the server refuses it, the dialog opens again with the typed values. */
  async function save(values: TimeOffDraft['values']) {
    if (!draft) return
    const { user, absence } = draft
    setDraft(null)
    const saving = absence ? change.edit({ ...absence, ...values }) : change.add(user, values)
    setDone(
      absence
        ? {
            text: messages.calendar.changed,
            undo: async () => change.edit({ ...(await saving), ...absence }),
          }
        : {
            text: messages.calendar.added(countDays(values.start_date, values.end_date)),
            undo: async () => change.remove(await saving),
          },
    )
    try {
      await saving
    } catch (error) {
      setDone(null)
      const refusal = failureText(error, messages.calendar.saveFailed)
      open({ user, absence, values, refusal })
    }
  }

  async function remove() {
    if (!draft?.absence) return
    const { user, absence } = draft
    setDraft(null)
    const deleting = change.remove(absence)
    const undo = async () => {
      await deleting
      await change.add(user, absence)
    }
    setDone({ text: messages.calendar.deleted, undo })
    try {
      await deleting
    } catch (error) {
      setDone(null)
      setFailure(failureText(error, messages.calendar.deleteFailed))
    }
  }

  async function undo() {
    setDone(null)
    try {
      await done?.undo()
    } catch (error) {
      setFailure(failureText(error, messages.calendar.undoFailed))
    }
  }

  return {
    draft,
    done,
    failure,
    openNew,
    openExisting,
    save,
    remove,
    undo,
    close: () => setDraft(null),
    dismissUndo: () => setDone(null),
    forgetFailure: () => setFailure(null),
  }
}

export type TimeOff = ReturnType<typeof useTimeOff>
