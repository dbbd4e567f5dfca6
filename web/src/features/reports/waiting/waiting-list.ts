import { systemClock, toInstant } from '#shared/dates.ts'
import { normaliseHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import type { ProjectOption, ReportValues, TaskRowValues } from '../report-values.ts'
import { sendWaiting } from './send-waiting.ts'
import { waitingDays, writeWaitingDays } from './waiting-days.tsx'
import { type WaitingReport, waitingDb } from './waiting-db.ts'

type State = {
  userId: number | undefined
  /** The database was read, or reading it has failed. */
  isRead: boolean
  /** The user's reports, in the order in which they are sent. */
  reports: readonly WaitingReport[]
  isSending: boolean
  /** The last attempt left reports unsent. */
  hasFailed: boolean
  /** The days whose report was just sent, here or in another tab. */
  sentDays: readonly string[]
}

const initialState: State = {
  userId: undefined,
  isRead: false,
  reports: [],
  isSending: false,
  hasFailed: false,
  sentDays: [],
}
const waiting = createStore(initialState)
const change = (next: Partial<State>) => waiting.set({ ...waiting.get(), ...next })

/** The reports of the signed-in user that wait on this device to be sent. */
export const useWaiting = () => useStore(waiting)

export const getWaiting = waiting.get

/** Shows this user's reports from now on. Resolves when they are loaded. */
export async function loadWaiting(userId: number) {
  if (getWaiting().userId !== userId) change({ ...initialState, userId })
  await load(userId)
  if (getWaiting().userId === userId && !getWaiting().isRead) change({ isRead: true })
}

async function load(userId: number) {
  const reports = await waitingDb.list(userId).catch(() => undefined)
  // If the database can't be read now, or the browser has none, the last state stays.
  if (!reports) return
  writeWaitingDays(
    userId,
    reports.map(({ date }) => date),
  )
  // Most users have no waiting reports, and then nothing has to render again.
  if (getWaiting().userId === userId && (reports.length > 0 || getWaiting().reports.length > 0))
    change({ reports })
}

export const clearWaiting = () => change(initialState)

export const clearSentDays = () => change({ sentDays: [] })

const addSentDays = (days: readonly string[]) =>
  change({ sentDays: [...new Set([...getWaiting().sentDays, ...days])] })

let otherTabs: BroadcastChannel | undefined

/** One tab sends, and the bars of the other tabs show what was sent. Returns a function that stops listening. */
export function listenToOtherTabs(userId: number) {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`sent-reports-${userId}`) : undefined
  channel?.addEventListener('message', ({ data }) => {
    if (getWaiting().userId === userId) addSentDays(data)
  })
  otherTabs = channel
  return () => {
    channel?.close()
    if (otherTabs === channel) otherTabs = undefined
  }
}

/**
 * Stores a report that can't be sent now. Returns false if the browser can't store it. `replaces`: the form stored an
 * earlier version of it.
 */
export async function storeForLater(
  userId: number,
  values: ReportValues,
  offered: readonly ProjectOption[],
  { replaces = false } = {},
): Promise<boolean> {
  try {
    await store(userId, values, offered, replaces)
    return true
  } catch (error) {
    if (error instanceof ApiError) throw error
    console.error("The report couldn't be stored", error)
    return false
  }
}

async function store(
  userId: number,
  values: ReportValues,
  offered: readonly ProjectOption[],
  replaces: boolean,
) {
  const report = {
    user_id: userId,
    date: values.date,
    // The hours have the server's format, because both reports may be compared later.
    values: { ...values, task_details: values.task_details.map(withNormalHours) },
    projects: Object.fromEntries(
      [...offered, ...values.task_details.flatMap(({ other }) => other ?? [])].map(({ id, name }) => [
        id,
        name,
      ]),
    ),
    saved_at: toInstant(systemClock.now().getTime()),
    problem: null,
  }
  while (!(await waitingDb.add(report))) {
    const existing = await waitingDb.get(userId, values.date)
    // Another tab that showed the same draft has submitted it already.
    if (existing && JSON.stringify(existing.values) === JSON.stringify(report.values)) break
    if (existing && replaces) {
      await waitingDb.put(report)
      break
    }
    if (existing) throw new ApiError(409, messages.offline.alreadyWaits)
  }
  // Persistent storage is not cleared when the disk is nearly full. Browsers may refuse it without asking the user.
  void navigator.storage?.persist?.().catch(() => {})
  await load(userId)
}

const withNormalHours = (row: TaskRowValues) => ({ ...row, hours: normaliseHours(row.hours) })

/**
 * Removes a report on behalf of its author. Returns false if it was sent meanwhile. `beforeRemoval` may throw, and then
 * the report stays.
 */
export async function removeWaiting(
  { user_id, date }: Pick<WaitingReport, 'user_id' | 'date'>,
  beforeRemoval = () => {},
): Promise<boolean> {
  const wasWaiting = await withLock(async () => {
    if (!(await waitingDb.get(user_id, date))) return false
    beforeRemoval()
    await waitingDb.remove(user_id, date)
    return true
  })
  await load(user_id)
  return wasWaiting
}

/**
 * Runs in one tab at a time. Browsers have locks only on secure origins. Elsewhere two tabs may send the same report:
 * the server accepts one, and the other counts as sent because its content is the same.
 */
const withLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request('waiting-reports', work) : work()

let attempt: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** `isManual`: the author pressed "Send now", and refused reports are sent again too. */
export function sendNow({ isManual = false } = {}): Promise<void> {
  attempt ??= sendAll(isManual).finally(() => {
    attempt = undefined
  })
  return attempt
}

async function sendAll(isManual: boolean) {
  clearTimeout(timer)
  const { userId } = getWaiting()
  if (userId === undefined) return
  const channel = otherTabs
  // An earlier attempt to read the database has failed.
  if (getWaiting().reports.length === 0 && waitingDays(userId).length > 0) await load(userId)
  if (!getWaiting().reports.some(({ problem }) => isManual || !problem)) return
  change({ isSending: true })
  let sent: string[] = []
  try {
    sent = await withLock(async () => {
      const days = await sendWaiting({ db: waitingDb, userId, isManual })
      // Posted inside the lock: a tab that reads the empty database first would hide its bar without saying why.
      // If another account has signed in meanwhile, `otherTabs` is that account's channel.
      if (days.length > 0 && channel === otherTabs) channel?.postMessage(days)
      return days
    })
  } catch (error) {
    console.error("The waiting reports couldn't be read", error)
  }
  // The sent days are set before the reports are removed, so that the same bar announces them to screen readers.
  if (getWaiting().userId === userId && sent.length > 0) addSentDays(sent)
  await load(userId)
  // Another account has signed in meanwhile, and its reports are sent next.
  if (getWaiting().userId !== userId) {
    setTimeout(() => void sendNow())
    return
  }
  const isLeft = getWaiting().reports.some(({ problem }) => !problem)
  change({ isSending: false, hasFailed: isLeft })
  // lib/connection.ts polls a server that is unreachable. A server that only failed needs this timer.
  if (isLeft) timer = setTimeout(() => void sendNow(), limits.resendMs)
}
