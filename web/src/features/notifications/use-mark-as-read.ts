import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { failureText } from '../../lib/api-error.ts'
import { useReadCalls } from './api.ts'

type Marked = { text: string; ids: readonly number[] }

/** Marks notifications of the inbox as read. Users can undo it for some seconds. */
export function useMarkAsRead() {
  const { markRead, markUnread } = useReadCalls()
  const [done, setDone] = useState<readonly Marked[]>([])
  const [failure, setFailure] = useState<string>()

  /** Marks all notifications if no ids are given. */
  async function mark(ids?: readonly number[]) {
    setFailure(undefined)
    try {
      const reply = await markRead(ids)
      if (reply.ids.length === 0) return
      const text = ids ? messages.notifications.marked : messages.notifications.markedAll(reply.ids.length)
      setDone(before => [...before, { text, ids: reply.ids }])
    } catch (error) {
      setFailure(failureText(error, messages.notifications.markFailed))
    }
  }

  /** Undoes the last action that was not undone yet. */
  async function undo() {
    const last = done.at(-1)
    if (!last) return
    setDone(done.slice(0, -1))
    setFailure(undefined)
    try {
      await markUnread(last.ids)
    } catch (error) {
      setFailure(failureText(error, messages.notifications.undoFailed))
    }
  }

  return {
    mark: (ids?: readonly number[]) => void mark(ids),
    undo: () => void undo(),
    done: done.at(-1),
    failure,
    clearDone: () => setDone([]),
    clearFailure: () => setFailure(undefined),
  }
}
