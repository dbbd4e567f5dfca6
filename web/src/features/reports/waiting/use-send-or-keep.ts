import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { ApiError, hasCode } from '../../../lib/api-error.ts'
import { isOffline, isUnreachable } from '../../../lib/connection.ts'
import type { ReportBody } from '../api.ts'
import type { ProjectOption, ReportValues } from '../report-values.ts'
import { isOnServer } from './send-waiting.ts'
import { useWaitingDays } from './waiting-days.tsx'
import { removeWaiting, storeForLater, useWaiting } from './waiting-list.ts'

/** No server answered, so the report waits on this device. The form stays open, and its user may try again. */
export class ReportKept extends Error {
  constructor(error: ApiError) {
    // A proxy's answer that its server is away has no message.
    super(error.msg ?? messages.general.noResponse)
    this.name = 'ReportKept'
  }
}

type Options = {
  userId: number
  date: string
  offered: readonly ProjectOption[]
  send: (body: ReportBody) => Promise<unknown>
}

/** Sends a report, or keeps it on this device until it can be sent. */
export function useSendOrKeep({ userId, date, offered, send }: Options) {
  /** The server may have stored the report although its answer was lost. */
  const [wasUnanswered, setWasUnanswered] = useState(false)
  const isWaiting = useWaitingDays(userId).includes(date)
  const { reports, sentDays } = useWaiting()
  const isRefused = reports.some(report => report.date === date && report.problem)
  const isOwn = wasUnanswered && isWaiting

  const keep = (values: ReportValues) => storeForLater(userId, values, offered, { replaces: isOwn })

  /** Resolves with 'queued' if the form is done because the device is offline. */
  async function sendOrKeep(body: ReportBody, values: ReportValues) {
    if (isOffline() && (await keep(values))) return 'queued'
    try {
      await send(body)
    } catch (error) {
      // Browsers send a request again by themselves if its connection ends without an answer, so the first attempt may be
      // told that the report exists: it is this one if it has the same content.
      const hasArrived = hasCode(error, 'report_exists') && (await isOnServer(userId, body))
      if (!hasArrived) {
        if (!(error instanceof ApiError) || !isUnreachable(error.status)) throw error
        setWasUnanswered(true)
        if (!(await keep(values))) throw error
        if (isOffline()) return 'queued'
        throw new ReportKept(error)
      }
    }
    // Not awaited: another attempt to send it may still wait for its answer, and will find the report on the server.
    if (isOwn) void removeWaiting({ user_id: userId, date }).catch(() => {})
    return 'sent'
  }

  return {
    sendOrKeep,
    /** The report of this form waits. */
    isKept: isOwn && !isRefused,
    /** The report that waited was sent while the form was open. */
    isSent: wasUnanswered && !isWaiting && sentDays.includes(date),
  }
}
