import { systemClock, toInstant } from '#shared/dates.ts'
import { normaliseHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import type { ProjectOption, ReportValues, TaskRowValues } from '../report-values.ts'
import { sendWaiting } from './send-waiting.ts'
import { waitingDays, writeWaitingDays } from './waiting-days.ts'
import { type WaitingReport, waitingDb } from './waiting-db.ts'

type State = {
  userId: number | undefined
  /** The database was read, or could not be. */
  isRead: boolean
  /** Of this user, in the order in which they are sent. */
  reports: readonly WaitingReport[]
  isSending: boolean
  /** The last attempt left some unsent. */
  hasFailed: boolean
  /** The days whose report was just sent, here or in another tab. */
  sentDays: readonly string[]
}

const nothing: State = {
  userId: undefined,
  isRead: false,
  reports: [],
  isSending: false,
  hasFailed: false,
  sentDays: [],
}
const waiting = createStore(nothing)
const change = (next: Partial<State>) => waiting.set({ ...waiting.get(), ...next })

/** What the signed-in user has waiting on this device. */
export const useWaiting = () => useStore(waiting)

export const waitingNow = waiting.get

/** Shows this person's reports from now on; done when they are known. */
export async function showFor(userId: number) {
  if (waitingNow().userId !== userId) change({ ...nothing, userId })
  await load(userId)
  if (waitingNow().userId === userId && !waitingNow().isRead) change({ isRead: true })
}

async function load(userId: number) {
  const reports = await waitingDb.listOf(userId).catch(() => undefined)
  // It can't be read now, or this browser has no database: what is known stays.
  if (!reports) return
  writeWaitingDays(
    userId,
    reports.map(({ date }) => date),
  )
  // Most people have none: then nothing is drawn again.
  if (waitingNow().userId === userId && (reports.length > 0 || waitingNow().reports.length > 0))
    change({ reports })
}

export const showNone = () => change(nothing)

export const forgetSentDays = () => change({ sentDays: [] })

const saySent = (days: readonly string[]) =>
  change({ sentDays: [...new Set([...waitingNow().sentDays, ...days])] })

let otherTabs: BroadcastChannel | undefined

/** One tab sends; the others, which show the same bar, hear of it. Returns how to stop listening. */
export function hearOtherTabs(userId: number) {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`sent-reports-${userId}`) : undefined
  channel?.addEventListener('message', ({ data }) => {
    if (waitingNow().userId === userId) saySent(data)
  })
  otherTabs = channel
  return () => {
    channel?.close()
    if (otherTabs === channel) otherTabs = undefined
  }
}

/** Stores a report that can't be sent now; true when it is on the disk, false when this browser can't. */
export async function keepForLater(
  userId: number,
  values: ReportValues,
  offered: readonly ProjectOption[],
): Promise<boolean> {
  try {
    await store(userId, values, offered)
    return true
  } catch (error) {
    if (error instanceof ApiError) throw error
    console.error("The report couldn't be stored", error)
    return false
  }
}

async function store(userId: number, values: ReportValues, offered: readonly ProjectOption[]) {
  const report = {
    user_id: userId,
    date: values.date,
    // As the server has them, should they be compared.
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
    const there = await waitingDb.get(userId, values.date)
    // Submitted again in another tab that showed the same draft.
    if (there && JSON.stringify(there.values) === JSON.stringify(report.values)) break
    if (there) throw new ApiError(409, messages.offline.alreadyWaits)
  }
  // Asks the browser not to clear it when space gets tight; some don't ask, some never do.
  void navigator.storage?.persist?.().catch(() => {})
  await load(userId)
}

const withNormalHours = (row: TaskRowValues) => ({ ...row, hours: normaliseHours(row.hours) })

/** Only in the hands of its author: sent meanwhile, it is no longer there (false). */
export async function takeOut({ user_id, date }: WaitingReport, andThen = () => {}): Promise<boolean> {
  const isThere = await alone(async () => {
    if (!(await waitingDb.get(user_id, date))) return false
    andThen()
    await waitingDb.remove(user_id, date)
    return true
  })
  await load(user_id)
  return isThere
}

/**
 * In one tab at a time. Browsers have locks only on secure origins. Elsewhere two tabs may send the same report: the
 * server takes one, and the other counts as sent.
 */
const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request('waiting-reports', work) : work()

let attempt: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** `isAsked`: by its author, who may have mended what was refused. */
export function sendNow({ isAsked = false } = {}): Promise<void> {
  attempt ??= sendAll(isAsked).finally(() => {
    attempt = undefined
  })
  return attempt
}

async function sendAll(isAsked: boolean) {
  clearTimeout(timer)
  const { userId } = waitingNow()
  if (userId === undefined) return
  const channel = otherTabs
  // They couldn't be read before.
  if (waitingNow().reports.length === 0 && waitingDays(userId).length > 0) await load(userId)
  if (!waitingNow().reports.some(({ problem }) => isAsked || !problem)) return
  change({ isSending: true })
  let sent: string[] = []
  try {
    sent = await alone(async () => {
      const days = await sendWaiting({ db: waitingDb, userId, isAsked })
      // Before another tab may look, and find none: its bar then goes without a word.
      // Another account that has signed in meanwhile has another channel.
      if (days.length > 0 && channel === otherTabs) channel?.postMessage(days)
      return days
    })
  } catch (error) {
    console.error("The waiting reports couldn't be read", error)
  }
  // While the bar is still there, so that it is read out.
  if (waitingNow().userId === userId && sent.length > 0) saySent(sent)
  await load(userId)
  // Another account has signed in meanwhile: its own are shown now, and come next.
  if (waitingNow().userId !== userId) {
    setTimeout(() => void sendNow())
    return
  }
  const isLeft = waitingNow().reports.some(({ problem }) => !problem)
  change({ isSending: false, hasFailed: isLeft })
  // A server that is away is asked by the connection; a busy one has to be asked again too.
  if (isLeft) timer = setTimeout(() => void sendNow(), limits.resendMs)
}
