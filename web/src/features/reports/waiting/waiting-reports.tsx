import cloudUp from 'bootstrap-icons/icons/cloud-arrow-up.svg?raw'
import cloudCheck from 'bootstrap-icons/icons/cloud-check.svg?raw'
import cloudSlash from 'bootstrap-icons/icons/cloud-slash.svg?raw'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { Icon } from '../../../components/icon.tsx'
import { beforeLogout } from '../../../lib/before-logout.ts'
import { isOffline, onReconnect, refreshShown, useIsServerAway } from '../../../lib/connection.ts'
import { formatWeekdayDay } from '../../../lib/format.ts'
import { useBottomBar, useFocusOnMainAfter } from './use-bottom-bar.ts'
import { useWaitingDays, waitingDays } from './waiting-days.ts'
import { problemOf, WaitingActions, WaitingLine } from './waiting-line.tsx'
import {
  forgetSentDays,
  hearOtherTabs,
  sendNow,
  showFor,
  showNone,
  useWaiting,
  waitingNow,
} from './waiting-list.ts'
import { SendNow, useWhyItWaits } from './waiting-state.tsx'
import './waiting.scss'

/**
 * What the signed-in user submitted offline: sends it as soon as it can, and shows it on every screen until then.
 * Logout asks first. The same bar says that the server can't be reached.
 */
export function WaitingReports({ user }: { user: User }) {
  const { reports, sentDays } = useWaiting()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  // The days are known before the reports.
  const count = Math.max(reports.length, useWaitingDays(user.id).length)
  const isServerAway = useIsServerAway()
  useSending(user.id)
  useListsAfter(reports.length)

  useEffect(
    () =>
      beforeLogout(logOut => {
        if (waitingNow().reports.length + waitingDays(user.id).length > 0) setLeave(() => logOut)
        else logOut()
      }),
    [user.id],
  )

  // Sent while its author was asked: nothing is in the way any more.
  useEffect(() => {
    if (leave && count === 0) leave()
  }, [leave, count])

  return (
    <>
      {(reports.length > 0 || sentDays.length > 0 || isServerAway) && <WaitingBar />}
      {leave && count > 0 && (
        <Confirm
          title={messages.offline.logoutTitle(count)}
          confirmLabel="Log out anyway"
          variant="primary"
          onConfirm={leave}
          onCancel={() => setLeave(null)}
        >
          <p>{messages.offline.logout(count)}</p>
        </Confirm>
      )}
    </>
  )
}

/** When the app starts, when the network or the server is back, and when the tab is looked at again or left. */
function useSending(userId: number) {
  const days = useWaitingDays(userId).join()

  // Another tab has stored, sent or discarded one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the days change
  useEffect(() => {
    void showFor(userId).then(trySending)
  }, [userId, days])

  useEffect(() => hearOtherTabs(userId), [userId])

  useEffect(() => {
    // A hidden tab sends too: the phone is in a pocket when the train leaves the tunnel.
    const stopReconnect = onReconnect(trySending)
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', trySending)
    return () => {
      stopReconnect()
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', trySending)
      showNone()
    }
  }, [])
}

const send = () => void sendNow()

/** Not while the server is away: a call that nothing answers would be in the way of the next one for half a minute. */
const trySending = () => {
  if (!isOffline()) send()
}

/** One was sent, here or in another tab: whatever is shown is asked for again. */
function useListsAfter(count: number) {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) refreshShown()
    before.current = count
  }, [count])
}

const button = 'btn btn-secondary btn-sm'

function WaitingBar() {
  const { reports, sentDays } = useWaiting()
  const why = useWhyItWaits()
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const bar = useBottomBar<HTMLElement>()
  const unsent = reports.filter(({ problem }) => !problem)
  const [first] = reports
  const isOne = reports.length === 1
  const isNone = reports.length + sentDays.length === 0

  useForgetSent(sentDays)

  function sentence(): string {
    if (isNone) return why
    if (sentDays.length > 0) return messages.offline.sent(sentDays.length, daysOf(sentDays))
    if (isOne && first?.problem) return problemOf(first)
    if (unsent.length === 0) return messages.offline.refusedSome(reports.length)
    return `${messages.offline.waits(unsent.length, daysOf(unsent.map(({ date }) => date)))} ${why}`
  }

  return (
    <section
      ref={bar}
      className={`waiting-bar${isOne ? ' waiting-one' : ''}`}
      aria-label={isNone ? 'Connection' : 'Unsent reports'}
    >
      <div className="waiting-inner">
        <Icon svg={isNone ? cloudSlash : sentDays.length > 0 ? cloudCheck : cloudUp} />
        <p role="status">
          {sentence()} {note}
        </p>
        {reports.length > 0 && (
          <Actions>
            {unsent.length > 0 && <SendNow className={button} />}
            {isOne && first ? (
              <WaitingActions report={first} className={button} onFailure={setNote} />
            ) : (
              <button
                type="button"
                className={button}
                aria-expanded={isOpen}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? 'Show less' : 'Show all'}
              </button>
            )}
          </Actions>
        )}
        {isOpen && !isOne && (
          <ul>
            {reports.map(report => (
              <WaitingLine key={report.date} report={report} onFailure={setNote} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** They go with the last report, while the bar stays to say that it was sent. */
function Actions({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useFocusOnMainAfter(element)
  return (
    <div ref={element} className="waiting-actions">
      {children}
    </div>
  )
}

/** What was sent is said for some seconds; in a hidden tab once that is looked at. */
function useForgetSent(sentDays: readonly string[]) {
  useEffect(() => {
    if (sentDays.length === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(forgetSentDays, limits.sentNoticeMs)
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
  }, [sentDays])
}

const daysOf = (days: readonly string[]) => days.map(day => formatWeekdayDay(day)).join(', ')
