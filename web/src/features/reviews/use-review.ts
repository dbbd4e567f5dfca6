import { useMemo, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { failureText } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { type Reviewable, useReviewCalls } from './api.ts'

type Done = {
  text: string
  /** The report to return to; undefined after several. */
  id?: number
  undo: () => Promise<unknown>
}

/** What the server said about a report, or about several at once. */
type About = number | 'several'

/**
 * Reviewing, for Today, the page of a report and the list: what was done can be undone for some seconds, the last first,
 * and a refusal is told at its report.
 */
export function useReview() {
  const calls = useReviewCalls()
  const me = useActor()?.name
  const [done, setDone] = useState<readonly Done[]>([])
  const [problems, setProblems] = useState<ReadonlyMap<About, string>>(new Map())
  const latest = useRef(done)
  latest.current = done

  // The same functions for as long as the screen stands: a hundred cards are given them.
  const actions = useMemo(() => {
    const tell = (about: About, text: string) => setProblems(before => new Map(before).set(about, text))
    const forget = (about: About) =>
      setProblems(before => {
        if (!before.has(about)) return before
        const rest = new Map(before)
        rest.delete(about)
        return rest
      })
    const offer = (step: Done) => setDone(before => [...before, step])
    const withdraw = (step: Done) => setDone(before => before.filter(each => each !== step))

    async function markReviewed(report: Reviewable): Promise<boolean> {
      const { id, user_name, review } = report
      if (review.state === 'reviewed') return true
      forget(id)
      const step = { text: messages.reviews.marked(user_name), id, undo: () => takeBack(report) }
      offer(step)
      try {
        const { state, reviewer_name } = await calls.review(report, 'reviewed')
        if (state !== 'reviewed' || !reviewer_name || reviewer_name === me) return true
        // Another reviewer was first, and theirs is not this user's to undo.
        withdraw(step)
        tell(id, messages.reviews.reviewedSince(reviewer_name))
        return true
      } catch (error) {
        withdraw(step)
        tell(id, failureText(error, messages.reviews.failed))
        return false
      }
    }

    /** The state it had before: what was asked for stands again. */
    const takeBack = (report: Reviewable) =>
      calls.review({ ...report, review: calls.reviewBy('reviewed') }, report.review.state)

    /** Rejects with what the box says; the typed words stay there. */
    async function askForChanges(report: Reviewable, comment: string, mentions: readonly number[] = []) {
      forget(report.id)
      await calls.review(report, 'needs_changes', { comment, ...(mentions.length > 0 && { mentions }) })
    }

    async function markAllReviewed(reports: readonly Reviewable[]) {
      if (reports.length === 0) return
      forget('several')
      try {
        const { updated, leftOut } = await calls.reviewSeveral(reports, 'reviewed')
        if (updated.length > 0) {
          const text = messages.reviews.markedSeveral(updated.length)
          const now = updated.map(report => ({ ...report, review: calls.reviewBy('reviewed') }))
          offer({ text, undo: () => calls.reviewSeveral(now, 'unreviewed') })
        }
        if (leftOut > 0) tell('several', messages.reviews.leftOut(leftOut))
      } catch (error) {
        tell('several', failureText(error, messages.reviews.failed))
      }
    }

    /** Undoes the last step; answers with the report it was about. */
    function undo(): number | undefined {
      const last = latest.current.at(-1)
      if (!last) return undefined
      latest.current = latest.current.slice(0, -1)
      withdraw(last)
      last.undo().catch(error => {
        tell(last.id ?? 'several', failureText(error, messages.reviews.undoFailed))
      })
      return last.id
    }

    return { markReviewed, askForChanges, markAllReviewed, undo, forget, forgetDone: () => setDone([]) }
  }, [calls, me])

  return { ...actions, done: done.at(-1), problems }
}

export type Reviewing = ReturnType<typeof useReview>
