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

/** The part of a report that a review needs. Its revision and state are those that the reviewer had on the screen. */
export type Reviewable = Pick<Report, 'id' | 'user_name' | 'revision' | 'review'>

/** The comment that asks for changes, and the users mentioned in it. */
type ReviewComment = { comment: string; mentions?: readonly number[] }

const reviewedReply = z.object({ report: reportReply })
const oneKey = (id: number) => reportKeys.one(String(id))

let pending = 0
/** While a review is being sent, the counts on the screen and on the server differ. */
export const hasPendingReviews = () => pending > 0

/** The calls that review reports. The new state is shown at once and reverted if the server refuses it. */
export function useReviewCalls() {
  const queryClient = useQueryClient()
  const { id, name = '' } = useActor() ?? {}
  return useMemo(
    () => reviewCalls(queryClient, id === undefined ? undefined : { id, name }),
    [queryClient, id, name],
  )
}

function reviewCalls(queryClient: QueryClient, viewer: { id: number; name: string } | undefined) {
  /** The last call for each report. The next call waits for it, so that the server gets them in the order of the user's actions. */
  const running = new Map<number, Promise<unknown>>()

  const show = (reviews: ReadonlyMap<number, Partial<Report>>) =>
    changeShownReports(queryClient, viewer?.id, report => {
      const changes = reviews.get(report.id)
      return changes ? { ...report, ...changes } : report
    })

  /** The review by this user that is shown until the server has answered. */
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
      // The report on the screen stays; the caller shows the refusal.
    }
  }

  /** Lists that are filtered or counted by state are loaded when they are opened next; the list on the screen doesn't change. */
  const markStale = () =>
    void queryClient.invalidateQueries({ queryKey: reportKeys.all, refetchType: 'none' })

  async function sendInOrder<Reply>(ids: readonly number[], send: () => Promise<Reply>): Promise<Reply> {
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

  async function review(report: Reviewable, state: ReviewState, comment?: ReviewComment): Promise<Review> {
    const { id, revision, review: before } = report
    // A request for changes stays open with its text until the server has saved it.
    if (!comment) show(new Map([[id, { review: reviewBy(state) }]]))
    const body = { state, ...comment, seen: { revision, state: before.state } }
    try {
      const { report: saved } = await sendInOrder([id], () =>
        request({ method: 'POST', path: `/reports/${id}/review`, body, reply: reviewedReply }),
      )
      // If a later call is running, its state is on the screen and this answer is older.
      if (!running.has(id)) show(new Map([[id, { review: saved.review, revision: saved.revision }]]))
      if (comment) await showAddedComment(id)
      return saved.review
    } catch (error) {
      show(new Map([[id, { review: before }]]))
      if (isConflict(error)) await refresh(id)
      throw error
    } finally {
      markStale()
    }
  }

  function showAddedComment(id: number) {
    changeShownReports(queryClient, viewer?.id, report =>
      report.id === id && 'comment_count' in report
        ? { ...report, comment_count: Number(report.comment_count) + 1 }
        : report,
    )
    return queryClient.invalidateQueries({ queryKey: oneKey(id) })
  }

  /** The server leaves out reports that have changed meanwhile. Returns the reports that this call has changed. */
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
        const { updated_ids } = await sendInOrder(ids, () =>
          request({ method: 'POST', path: '/reports/review', body, reply: bulkReviewReply }),
        )
        for (const id of updated_ids) updated.add(id)
      }
    } finally {
      for (const id of updated) before.delete(id)
      show(before)
      markStale()
    }
    const leftOut = [...before.keys()]
    await Promise.all(leftOut.slice(0, refreshMax).map(refresh))
    return { updated: reports.filter(({ id }) => updated.has(id)), leftOut: leftOut.length }
  }

  return { review, reviewSeveral, reviewBy }
}

/** Loading more of them would delay the next calls of the user. */
const refreshMax = 5

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

function chunksOf<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size)
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size))
}
