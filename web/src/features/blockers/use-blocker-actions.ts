import { useState } from 'react'
import type { Blocker } from '#shared/contract/blockers.ts'
import { messages } from '#shared/messages.ts'
import { failureText } from '../../lib/api-error.ts'
import { useChangeBlocker } from './api.ts'

/** The last action, and how to undo it. */
type Done = { text: string; undo: () => void }

/** Assigns, resolves and reopens. A blocker leaves its list at once, and comes back if the call fails. */
export function useBlockerActions(users: readonly { id: number; name: string }[] = []) {
  const change = useChangeBlocker()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [done, setDone] = useState<Done | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function attempt(work: () => Promise<unknown>, failureMessage: string): Promise<boolean> {
    setFailure(null)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(failureText(error, failureMessage))
      return false
    }
  }

  function setIsLeft(id: number, isLeft: boolean) {
    setLeft(before => new Set(isLeft ? [...before, id] : [...before].filter(each => each !== id)))
  }

  /** Resolves or reopens a blocker, and offers the other as Undo. */
  async function changeState(blocker: Blocker, to: 'resolved' | 'open', note?: string) {
    const { id } = blocker
    const isResolving = to === 'resolved'
    setIsLeft(id, true)
    setDone(null)
    const isDone = await attempt(
      () => (isResolving ? change.resolve(id, note) : change.reopen(id)),
      isResolving ? messages.blockers.resolveFailed : messages.blockers.reopenFailed,
    )
    if (!isDone) return setIsLeft(id, false)
    setDone({
      text: isResolving ? messages.blockers.resolved : messages.blockers.reopened,
      undo: () => void undoChange(blocker, isResolving),
    })
  }

  async function undoChange({ id, note }: Blocker, wasResolving: boolean) {
    setDone(null)
    const isDone = await attempt(
      () => (wasResolving ? change.reopen(id) : change.resolve(id, note ?? '')),
      wasResolving ? messages.blockers.reopenFailed : messages.blockers.resolveFailed,
    )
    if (isDone) setIsLeft(id, false)
  }

  return {
    left,
    done,
    failure,
    dismissUndo: () => setDone(null),
    forgetFailure: () => setFailure(null),
    onResolve: (blocker: Blocker, note: string) => void changeState(blocker, 'resolved', note),
    onReopen: (blocker: Blocker) => void changeState(blocker, 'open'),
    onAssign({ id }: Blocker, ownerId: number | null) {
      const owner = users.find(user => user.id === ownerId) ?? null
      void attempt(() => change.assign(id, owner), messages.blockers.assignFailed)
    },
  }
}
