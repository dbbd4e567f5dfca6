import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { failureText } from '../../lib/api-error.ts'
import { useReadCalls } from './api.ts'

type Done = { text: string; ids: readonly number[] }

/** Marking as read on the page of the inbox, which can be undone for some seconds. */
export function useReading() {
  const { markRead, markUnread } = useReadCalls()
  const [done, setDone] = useState<readonly Done[]>([])
  const [failure, setFailure] = useState<string>()

  /** Without ids: all. */
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

  /** The last first. */
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
    forgetDone: () => setDone([]),
    forgetFailure: () => setFailure(undefined),
  }
}
