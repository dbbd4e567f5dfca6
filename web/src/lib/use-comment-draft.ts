import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useActor } from './can.tsx'
import { emptySlot, readSlot, sweepSlots, writeSlot } from './drafts.ts'

const prefix = 'comment-draft:'
const draftShape = { text: z.string() }

/** The comment it answers; null: a new thread; 'ask': asks the author for changes. */
type Parent = number | null | 'ask'
type Place = { userId: number | undefined; reportId: string; parentId: Parent }

const slotOf = ({ userId, reportId, parentId }: Place) =>
  `${prefix}${userId}:${reportId}:${parentId ?? 'new'}`

const textIn = (place: Place) => readSlot(slotOf(place), draftShape)?.text ?? ''

/**
 * A comment being typed. Each character is kept at once, so that it outlives a closed form, the next report, a
 * reload and an ended session; an empty text, as after sending, keeps nothing.
 */
export function useCommentDraft(reportId: string, parentId: Parent) {
  const userId = useActor()?.id
  const place = { userId, reportId, parentId }
  const [text, setText] = useState(() => textIn(place))

  useEffect(() => sweepSlots(prefix, draftShape), [])

  function write(next: string) {
    setText(next)
    if (next.trim() === '') emptySlot(slotOf(place))
    else writeSlot(slotOf(place), { text: next })
  }
  return [text, write] as const
}

/** The comments for which this user has a reply draft. */
export function useBegunReplies(reportId: string) {
  const userId = useActor()?.id
  return (parentId: number) => textIn({ userId, reportId, parentId }) !== ''
}
