import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFieldArrayReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { FailureCode } from '#shared/failure-codes.ts'
import { limits } from '#shared/limits.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useSubmit } from '../../lib/forms.ts'
import { readToken } from '../../lib/sign-in.ts'
import type { ReportBody } from './api.ts'
import { asText } from './report-drafts.ts'
import {
  failureSentence,
  invalidSentence,
  isSessionExpired,
  type ReportFormKind,
  translate,
} from './report-sentences.ts'
import { type ReportValues, toReportBody, untouchedRows } from './report-values.ts'
import type { useReportDraft } from './use-report-draft.ts'
import { ReportKept } from './waiting/use-send-or-keep.ts'

export type SubmissionOptions = {
  kind: ReportFormKind
  /** The report is for an earlier day than today. */
  isMissed?: boolean
  draft: ReturnType<typeof useReportDraft>
  /** Resolves with 'queued' if the report is stored on this device until it can be sent. */
  save: (body: ReportBody, values: ReportValues) => Promise<unknown>
  /** The report that waited on this device, because no server answered, was sent while the form was open. */
  isSentMeanwhile?: boolean
  savedTo: string
  /** Returns a redirect for errors after which the user can do nothing on this page. */
  redirectAfter?: (error: unknown) => Redirect | null
  endSession: () => void
}

/** 'leaving': the report was refused, and the page redirects once the user had time to read why. */
export type Stage = 'open' | 'saved' | 'queued' | 'leaving'

/** Sends the report. Then the page opens the saved report, stays open for corrections, or ends the session. */
export function useReportSubmission(
  { kind, isMissed, draft, save, isSentMeanwhile, savedTo, redirectAfter, endSession }: SubmissionOptions,
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
    invalid: values => invalidSentence(values, kind),
    translate,
    leadsToFields: true,
  })
  useDelayedRedirect(redirect)
  const startSessionEnd = useSessionEnd(endSession, () => setStage('open'))

  useEffect(() => {
    // The message is at the top of the page, so the page scrolls there.
    if (isSaved) window.scrollTo(0, 0)
  }, [isSaved])

  /** The text of the report that waits on this device while the form stays open. */
  const keptText = useRef<string>(undefined)

  function finish(reached: 'saved' | 'queued') {
    draft.finish()
    setStage(reached)
    setRedirect({ to: savedTo, delayMs: limits.redirectDelayMs })
  }

  const finishIfSent = useEffectEvent(() => {
    if (stage !== 'open') return
    form.clearErrors('root')
    // What was typed since stays, and the page says that there is a report to edit.
    if (keptText.current === asText(form.getValues())) finish('saved')
  })
  // It may be sent even before the form has shown that it waits.
  const isSentByNow = isSentMeanwhile === true && !isSubmitting
  useEffect(() => {
    if (isSentByNow) finishIfSent()
  }, [isSentByNow])

  async function send(values: ReportValues) {
    try {
      const outcome = await save(toReportBody(values), values)
      finish(outcome === 'queued' ? 'queued' : 'saved')
    } catch (error) {
      if (error instanceof ReportKept) {
        keptText.current = asText(values)
        draft.setAside()
      }
      setRefused(error instanceof ApiError ? error.code : undefined)
      const next = redirectAfter?.(error) ?? null
      setRedirect(next)
      if (isSessionExpired(error)) startSessionEnd()
      setStage(next || isSessionExpired(error) ? 'leaving' : 'open')
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

export type Redirect = { to: string; delayMs: number }

/** Navigates once the user had time to read the message. Leaving the screen before that cancels it. */
export function useDelayedRedirect(redirect: Redirect | null) {
  const navigate = useNavigate()
  const go = useEffectEvent((to: string) => void navigate(to))
  const { to, delayMs } = redirect ?? {}

  useEffect(() => {
    if (to === undefined) return
    const timer = setTimeout(() => go(to), delayMs)
    return () => clearTimeout(timer)
  }, [to, delayMs])
}

/**
 * Ends the session once the user has had time to read the message. A user who leaves the screen before that is
 * signed out right away: without a valid token no other screen would work.
 */
function useSessionEnd(endSession: () => void, onSignedInAgain: () => void) {
  const [refusedToken, setRefusedToken] = useState<{ token: string | null } | null>(null)
  const isDone = useRef(false)

  const end = useEffectEvent(() => {
    if (!refusedToken || isDone.current) return
    isDone.current = true
    const token = readToken()
    // Another tab may have signed in meanwhile, and that session is valid.
    if (token === null || token === refusedToken.token) return endSession()
    setRefusedToken(null)
    onSignedInAgain()
  })

  useEffect(() => {
    if (!refusedToken) return
    isDone.current = false
    const timer = setTimeout(() => end(), limits.redirectDelayMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [refusedToken])

  return () => setRefusedToken({ token: readToken() })
}
