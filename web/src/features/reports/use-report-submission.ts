import { type FormEvent, useEffect, useState } from 'react'
import type { UseFieldArrayReturn } from 'react-hook-form'
import type { FailureCode } from '#shared/failure-codes.ts'
import { limits } from '#shared/limits.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import type { ReportBody } from './api.ts'
import {
  attemptSentence,
  failureSentence,
  isSessionOver,
  type ReportFormKind,
  translate,
} from './report-sentences.ts'
import { bodyOf, type ReportValues, untouchedRows } from './report-values.ts'
import { type Redirect, useDelayedRedirect } from './use-delayed-redirect.ts'
import type { useReportDraft } from './use-report-draft.ts'
import { useSessionEnd } from './use-session-end.ts'

export type SubmissionOptions = {
  kind: ReportFormKind
  /** The report is for an earlier day than today. */
  isMissed?: boolean
  draft: ReturnType<typeof useReportDraft>
  /** Resolves with 'queued' if the report is kept on this device until it can be sent. */
  save: (body: ReportBody, values: ReportValues) => Promise<unknown>
  savedTo: string
  /** Where a refusal leads after which the user can do nothing here. */
  redirectAfter?: (error: unknown) => Redirect | null
  endSession: () => void
}

/** 'leaving': the report was refused, and the page leads elsewhere after the user had time to read why. */
export type Stage = 'open' | 'saved' | 'queued' | 'leaving'

/** Sends the report. After that the page leads to the saved report, stays open, or ends the session. */
export function useReportSubmission(
  { kind, isMissed, draft, save, savedTo, redirectAfter, endSession }: SubmissionOptions,
  rows: UseFieldArrayReturn<ReportValues, 'task_details'>,
) {
  const { form } = draft
  const { isSubmitting } = form.formState
  const [stage, setStage] = useState<Stage>('open')
  const [refused, setRefused] = useState<FailureCode>()
  const [redirect, setRedirect] = useState<Redirect | null>(null)
  const isSaved = stage === 'saved' || stage === 'queued'
  const submission = useSubmit(form, {
    send,
    failure: error => failureSentence(error, kind, isMissed),
    invalid: values => attemptSentence(values, kind),
    translate,
    leadsToFields: true,
  })
  useDelayedRedirect(redirect)
  const startSessionEnd = useSessionEnd(endSession, () => setStage('open'))

  useEffect(() => {
    // The message is at the top of the page, so the page scrolls there.
    if (isSaved) window.scrollTo(0, 0)
  }, [isSaved])

  async function send(values: ReportValues) {
    try {
      const outcome = await save(bodyOf(values), values)
      draft.finish()
      setStage(outcome === 'queued' ? 'queued' : 'saved')
      setRedirect({ to: savedTo, delayMs: limits.redirectDelayMs })
    } catch (error) {
      setRefused(error instanceof ApiError ? error.code : undefined)
      const next = redirectAfter?.(error) ?? null
      setRedirect(next)
      if (isSessionOver(error)) startSessionEnd()
      setStage(next || isSessionOver(error) ? 'leaving' : 'open')
      throw error
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (stage !== 'open' || isSubmitting) return
    setRefused(undefined)
    const untouched = untouchedRows(form.getValues('task_details'))
    if (untouched.length > 0) rows.remove(untouched)
    void submission.handleSubmit(event)
  }

  return { submission, handleSubmit, stage, isSaved, refused }
}
