import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { teamFailure } from './failures.ts'

type Step = { text: string; run: () => Promise<unknown> }

/** Changes that can be undone for some seconds, the last one first. `onFailed` is called with the reason. */
export function useUndo(onFailed: (sentence: string) => void) {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const last = steps.at(-1)
  const drop = (step: Step) => setSteps(before => before.filter(other => other !== step))

  return {
    last,
    /** Returns a function that takes the offer back: a change that failed has nothing to undo. */
    offer(text: string, run: Step['run']) {
      const step = { text, run }
      setSteps(before => [...before, step])
      return () => drop(step)
    },
    undo() {
      if (!last) return
      drop(last)
      last.run().catch(error => onFailed(teamFailure(error, messages.teams.undoFailed)))
    },
    end: () => setSteps([]),
  }
}

export type Undo = ReturnType<typeof useUndo>
