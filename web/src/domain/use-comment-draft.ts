import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useActor } from '../lib/can.tsx'
import { emptySlot, readSlot, sweepSlots, writeSlot } from '../lib/drafts.ts'

const prefix = 'comment-draft:'
const draftShape = { text: z.string(), mentions: z.optional(z.array(z.number())) }

/** A comment being typed: the names of those it mentions are in the text, their ids beside it. */
export type CommentDraft = {
  text: string
  mentions: readonly number[]
  /** Without mentions: those that were there. */
  write: (text: string, mentions?: readonly number[]) => void
}

/** The comment it answers; null: a new thread; 'ask': asks the author for changes. */
type Parent = number | null | 'ask'
type Place = { userId: number | undefined; reportId: string; parentId: Parent }

const slotOf = ({ userId, reportId, parentId }: Place) =>
  `${prefix}${userId}:${reportId}:${parentId ?? 'new'}`

const contentOf = (place: Place) => {
  const { text = '', mentions = [] } = readSlot(slotOf(place), draftShape) ?? {}
  return { text, mentions: mentions as readonly number[] }
}

/**
 * A comment being typed. Each character is kept at once, so that it outlives a closed form, the next report, a
 * reload and an ended session; an empty text, as after sending, keeps nothing.
 */
export function useCommentDraft(reportId: string, parentId: Parent): CommentDraft {
  const userId = useActor()?.id
  const place = { userId, reportId, parentId }
  const [content, setContent] = useState(() => contentOf(place))

  useEffect(() => sweepSlots(prefix, draftShape), [])

  function write(text: string, mentions = content.mentions) {
    const next = { text, mentions: text.includes('@') ? mentions : [] }
    setContent(next)
    if (text.trim() === '') emptySlot(slotOf(place))
    else writeSlot(slotOf(place), next)
  }
  return { ...content, write }
}

/** The comments for which this user has a reply draft. */
export function useBegunReplies(reportId: string) {
  const userId = useActor()?.id
  return (parentId: number) => contentOf({ userId, reportId, parentId }).text !== ''
}
