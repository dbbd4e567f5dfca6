import { useEffect, useRef, useState } from 'react'
import type { ListedReport } from '#shared/contract/reports.ts'
import type { Reviewing } from '../../features/reviews/use-review.ts'

/** What is open under a report: the field to ask for changes, or its comments. */
export type Box = 'ask' | 'thread'

export type CardActions = {
  review: (report: ListedReport) => void
  ask: Reviewing['askForChanges']
  asked: (report: ListedReport) => void
  open: (reportId: number, box: Box | undefined) => void
  setIsOpened: (reportId: number, isOpened: boolean) => void
  enter: (userId: number) => void
  forgetProblem: (reportId: number) => void
}

/** Which box is open under each report. */
export function useBoxes() {
  const [boxes, setBoxes] = useState<ReadonlyMap<number, Box>>(new Map())

  function open(reportId: number, box: Box | undefined) {
    setBoxes(before => {
      const next = new Map(before)
      if (box) next.set(reportId, box)
      else next.delete(reportId)
      return next
    })
  }

  return { boxes, open, closeAll: () => setBoxes(new Map()) }
}

/** The reviewed reports that the user has opened; the others are folded to one line. */
export function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())

  function setIsOpened(reportId: number, isOpened: boolean) {
    setOpened(before => {
      if (before.has(reportId) === isOpened) return before
      const next = new Set(before)
      if (isOpened) next.add(reportId)
      else next.delete(reportId)
      return next
    })
  }

  return { opened, setIsOpened }
}

/** Returns the same functions on every render: otherwise each change would render a hundred memoized cards again. */
export function useStableActions(actions: CardActions): CardActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<CardActions>(() => ({
    review: report => latest.current.review(report),
    ask: (...asked) => latest.current.ask(...asked),
    asked: report => latest.current.asked(report),
    open: (reportId, box) => latest.current.open(reportId, box),
    setIsOpened: (reportId, isOpened) => latest.current.setIsOpened(reportId, isOpened),
    enter: userId => latest.current.enter(userId),
    forgetProblem: reportId => latest.current.forgetProblem(reportId),
  }))
  return stable
}
