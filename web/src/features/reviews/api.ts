import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { type Report, reportDetailsReply, reportReply } from '#shared/contract/reports.ts'
import { bulkReviewReply, type Review, type ReviewState } from '#shared/contract/reviews.ts'
import { systemClock, toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { changeShownReports, reportKeys } from '../reports/api.ts'

/** What has to be known of a report to review it: what the reviewer had on the screen. */
export type Reviewable = Pick<Report, 'id' | 'user_name' | 'revision' | 'review'>

/** What is asked for, and who is mentioned in it. */
type Words = { comment: string; mentions?: readonly number[] }

const reviewedReply = z.object({ report: reportReply })
const oneKey = (id: number) => reportKeys.one(String(id))

let pending = 0
/** While one is on its way, the screen and the server count differently. */
export const hasPendingReviews = () => pending > 0

/** The calls. The sent state is shown at once, and what was there before if the server refuses. */
export function useReviewCalls() {
  const queryClient = useQueryClient()
  const { id, name = '' } = useActor() ?? {}
  return useMemo(
    () => reviewCalls(queryClient, id === undefined ? undefined : { id, name }),
    [queryClient, id, name],
  )
}

function reviewCalls(queryClient: QueryClient, viewer: { id: number; name: string } | undefined) {
  /** The last call about each report: the next one waits for it, so that both see the states in the order of the keys. */
  const running = new Map<number, Promise<unknown>>()

  const show = (reviews: ReadonlyMap<number, Partial<Report>>) =>
    changeShownReports(queryClient, viewer?.id, report => {
      const changes = reviews.get(report.id)
      return changes ? { ...report, ...changes } : report
    })

  /** As this user's review is shown until the server has answered. */
  const reviewBy = (state: ReviewState): Review =>
    state === 'unreviewed'
      ? { state, reviewer_name: null, reviewed_at: null, comment_id: null }
      : {
          state,
          reviewer_name: viewer?.name ?? null,
          reviewed_at: toInstant(systemClock.now().getTime()),
          comment_id: null,
        }

  /** Shows a report as the server has it now, with its comments. */
  async function refresh(id: number) {
    try {
      const query = { include_task_details: 'true' }
      const details = await request({ path: `/reports/${id}`, query, reply: reportDetailsReply })
      queryClient.setQueryData(oneKey(id), details)
      show(new Map([[id, details.report]]))
    } catch {
      // What is on the screen stays; the refusal itself is told.
    }
  }

  /** Lists that are filtered or counted by state ask again when they are opened next, not under the reader's eyes. */
  const outdate = () => void queryClient.invalidateQueries({ queryKey: reportKeys.all, refetchType: 'none' })

  async function inOrder<Reply>(ids: readonly number[], send: () => Promise<Reply>): Promise<Reply> {
    const earlier = Promise.allSettled(ids.map(id => running.get(id)))
    const call = earlier.then(send)
    for (const id of ids) running.set(id, call)
    pending++
    try {
      return await call
    } finally {
      pending--
      for (const id of ids) if (running.get(id) === call) running.delete(id)
    }
  }

  async function review(report: Reviewable, state: ReviewState, words?: Words): Promise<Review> {
    const { id, revision, review: before } = report
    // What is being written stays on the screen until it has arrived.
    if (!words) show(new Map([[id, { review: reviewBy(state) }]]))
    const body = { state, ...words, seen: { revision, state: before.state } }
    try {
      const { report: saved } = await inOrder([id], () =>
        request({ method: 'POST', path: `/reports/${id}/review`, body, reply: reviewedReply }),
      )
      // A later key has changed what is shown: this answer would show the state before it.
      if (!running.has(id)) show(new Map([[id, { review: saved.review, revision: saved.revision }]]))
      if (words) await commentAdded(id)
      return saved.review
    } catch (error) {
      show(new Map([[id, { review: before }]]))
      if (isConflict(error)) await refresh(id)
      throw error
    } finally {
      outdate()
    }
  }

  function commentAdded(id: number) {
    changeShownReports(queryClient, viewer?.id, report =>
      report.id === id && 'comment_count' in report
        ? { ...report, comment_count: Number(report.comment_count) + 1 }
        : report,
    )
    return queryClient.invalidateQueries({ queryKey: oneKey(id) })
  }

  /** Reports that have changed meanwhile are left out; answers with those that have the new state by this call. */
  async function reviewSeveral(reports: readonly Reviewable[], state: 'reviewed' | 'unreviewed') {
    const before = new Map(reports.map(({ id, review }) => [id, { review }]))
    show(new Map(reports.map(({ id }) => [id, { review: reviewBy(state) }])))
    const updated = new Set<number>()
    try {
      for (const chunk of chunksOf(reports, limits.reviewsMax)) {
        const ids = chunk.map(({ id }) => id)
        const body = {
          ids,
          state,
          revisions: chunk.map(({ revision }) => revision),
          states: chunk.map(({ review }) => review.state),
        }
        const { updated_ids } = await inOrder(ids, () =>
          request({ method: 'POST', path: '/reports/review', body, reply: bulkReviewReply }),
        )
        for (const id of updated_ids) updated.add(id)
      }
    } finally {
      for (const id of updated) before.delete(id)
      show(before)
      outdate()
    }
    const leftOut = [...before.keys()]
    await Promise.all(leftOut.slice(0, refreshedAtOnce).map(refresh))
    return { updated: reports.filter(({ id }) => updated.has(id)), leftOut: leftOut.length }
  }

  return { review, reviewSeveral, reviewBy }
}

/** More would hold up what the user does next. */
const refreshedAtOnce = 5

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

function chunksOf<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size)
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size))
}
