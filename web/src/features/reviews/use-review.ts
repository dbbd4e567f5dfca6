import { useMemo, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { failureText } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { type Reviewable, useReviewCalls } from './api.ts'

type UndoStep = {
  text: string
  /** The report that was reviewed; undefined if there were several. */
  id?: number
  undo: () => Promise<unknown>
}

/** The id of the report that a problem is about. */
type About = number | 'several'

/**
 * Reviewing on Today, on the page of a report and in the list. Reviews can be undone for some seconds, the last one first,
 * and a refusal is shown at its report.
 */
export function useReview() {
  const calls = useReviewCalls()
  const me = useActor()?.name
  const [done, setDone] = useState<readonly UndoStep[]>([])
  const [problems, setProblems] = useState<ReadonlyMap<About, string>>(new Map())
  const latest = useRef(done)
  latest.current = done

  // The functions stay the same, because a hundred memoized cards get them as props.
  const actions = useMemo(() => {
    const showProblem = (about: About, text: string) =>
      setProblems(before => new Map(before).set(about, text))
    const forget = (about: About) =>
      setProblems(before => {
        if (!before.has(about)) return before
        const rest = new Map(before)
        rest.delete(about)
        return rest
      })
    const addStep = (step: UndoStep) => setDone(before => [...before, step])
    const removeStep = (step: UndoStep) => setDone(before => before.filter(each => each !== step))

    async function markReviewed(report: Reviewable): Promise<boolean> {
      const { id, user_name, review } = report
      if (review.state === 'reviewed') return true
      forget(id)
      const step = { text: messages.reviews.marked(user_name), id, undo: () => restoreReview(report) }
      addStep(step)
      try {
        const { state, reviewer_name } = await calls.review(report, 'reviewed')
        if (state !== 'reviewed' || !reviewer_name || reviewer_name === me) return true
        // Another reviewer was first, and this user cannot undo their review.
        removeStep(step)
        showProblem(id, messages.reviews.reviewedSince(reviewer_name))
        return true
      } catch (error) {
        removeStep(step)
        showProblem(id, failureText(error, messages.reviews.failed))
        return false
      }
    }

    /** Restores the state before the review, also a request for changes. */
    const restoreReview = (report: Reviewable) =>
      calls.review({ ...report, review: calls.reviewBy('reviewed') }, report.review.state)

    /** Rejects with the failure, which the field shows above the typed text. */
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
          addStep({ text, undo: () => calls.reviewSeveral(now, 'unreviewed') })
        }
        if (leftOut > 0) showProblem('several', messages.reviews.leftOut(leftOut))
      } catch (error) {
        showProblem('several', failureText(error, messages.reviews.failed))
      }
    }

    /** Undoes the last step and returns the id of its report. */
    function undo(): number | undefined {
      const last = latest.current.at(-1)
      if (!last) return undefined
      latest.current = latest.current.slice(0, -1)
      removeStep(last)
      last.undo().catch(error => {
        showProblem(last.id ?? 'several', failureText(error, messages.reviews.undoFailed))
      })
      return last.id
    }

    return { markReviewed, askForChanges, markAllReviewed, undo, forget, dismissUndo: () => setDone([]) }
  }, [calls, me])

  return { ...actions, done: done.at(-1), problems }
}

export type Reviewing = ReturnType<typeof useReview>
