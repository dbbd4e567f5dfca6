import cloudUp from 'bootstrap-icons/icons/cloud-arrow-up.svg?raw'
import cloudCheck from 'bootstrap-icons/icons/cloud-check.svg?raw'
import cloudSlash from 'bootstrap-icons/icons/cloud-slash.svg?raw'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { User } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Confirm } from '../../../components/dialog.tsx'
import { Icon } from '../../../components/icon.tsx'
import { isOffline, onReconnect, refreshShown, useIsServerUnreachable } from '../../../lib/connection.ts'
import { formatWeekdayDay } from '../../../lib/dates.ts'
import { beforeLogout } from '../../../lib/sign-in.ts'
import {
  problemSentence,
  SendNow,
  useWaitingReason,
  WaitingActions,
  WaitingLine,
} from './waiting-actions.tsx'
import { useWaitingDays, waitingDays } from './waiting-days.tsx'
import {
  clearSentDays,
  clearWaiting,
  getWaiting,
  listenToOtherTabs,
  loadWaiting,
  sendNow,
  useWaiting,
} from './waiting-list.ts'
import './waiting.scss'

/**
 * Sends the reports that the signed-in user submitted offline as soon as possible, and shows them on every screen until
 * then. Logout needs a confirmation meanwhile. The same bar shows that the server can't be reached.
 */
export function WaitingReports({ user }: { user: User }) {
  const { reports, sentDays } = useWaiting()
  const [pendingLogout, setPendingLogout] = useState<(() => void) | null>(null)
  // The days are in localStorage and so are loaded before the reports.
  const count = Math.max(reports.length, useWaitingDays(user.id).length)
  const isServerAway = useIsServerUnreachable()
  useSending(user.id)
  useRefreshAfterSend(reports.length)

  useEffect(
    () =>
      beforeLogout(logOut => {
        if (getWaiting().reports.length + waitingDays(user.id).length > 0) setPendingLogout(() => logOut)
        else logOut()
      }),
    [user.id],
  )

  // The reports were sent while the dialog was open, so the logout needs no confirmation any more.
  useEffect(() => {
    if (pendingLogout && count === 0) pendingLogout()
  }, [pendingLogout, count])

  return (
    <>
      {(reports.length > 0 || sentDays.length > 0 || isServerAway) && <WaitingBar />}
      {pendingLogout && count > 0 && (
        <Confirm
          title={messages.offline.logoutTitle(count)}
          confirmLabel="Log out anyway"
          variant="primary"
          onConfirm={pendingLogout}
          onCancel={() => setPendingLogout(null)}
        >
          <p>{messages.offline.logout(count)}</p>
        </Confirm>
      )}
    </>
  )
}

/** Sends when the app starts, when the network or the server is back, and when the tab becomes visible or hidden. */
function useSending(userId: number) {
  const days = useWaitingDays(userId).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the days change when another tab stores, sends or discards
  useEffect(() => {
    void loadWaiting(userId).then(trySending)
  }, [userId, days])

  useEffect(() => listenToOtherTabs(userId), [userId])

  useEffect(() => {
    // A hidden tab sends too, for example on a phone that gets a network while its screen is off.
    const stopReconnect = onReconnect(trySending)
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', trySending)
    return () => {
      stopReconnect()
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', trySending)
      clearWaiting()
    }
  }, [])
}

const send = () => void sendNow()

/** Sends nothing while the server is unreachable: a call without an answer would block the next one for half a minute. */
const trySending = () => {
  if (!isOffline()) send()
}

/** Loads the data on screen again after a report was sent, here or in another tab. */
function useRefreshAfterSend(count: number) {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) refreshShown()
    before.current = count
  }, [count])
}

const button = 'btn btn-secondary btn-sm'

function WaitingBar() {
  const { reports, sentDays } = useWaiting()
  const reason = useWaitingReason()
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const bar = useBottomBar<HTMLElement>()
  const unsent = reports.filter(({ problem }) => !problem)
  const [first] = reports
  const isOne = reports.length === 1
  const isNone = reports.length + sentDays.length === 0

  useClearSentDays(sentDays)

  function sentence(): string {
    if (isNone) return reason
    if (sentDays.length > 0) return messages.offline.sent(sentDays.length, formatDays(sentDays))
    if (isOne && first?.problem) return problemSentence(first)
    if (unsent.length === 0) return messages.offline.refusedSome(reports.length)
    return `${messages.offline.waits(unsent.length, formatDays(unsent.map(({ date }) => date)))} ${reason}`
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

/** A component of its own, because the buttons are removed while the bar stays and says that the reports were sent. */
function Actions({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useFocusOnMainAfter(element)
  return (
    <div ref={element} className="waiting-actions">
      {children}
    </div>
  )
}

/** Hides the notice about sent reports after some seconds, which count only while the tab is visible. */
function useClearSentDays(sentDays: readonly string[]) {
  useEffect(() => {
    if (sentDays.length === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function startTimer() {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(clearSentDays, limits.sentNoticeMs)
    }
    startTimer()
    document.addEventListener('visibilitychange', startTimer)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', startTimer)
    }
  }, [sentDays])
}

const formatDays = (days: readonly string[]) => days.map(day => formatWeekdayDay(day)).join(', ')

/** Publishes the height of the bar as `--app-bottom`, so that other elements at the bottom of the window don't overlap it. */
function useBottomBar<Element extends HTMLElement>() {
  const bar = useRef<Element>(null)
  useLayoutEffect(() => {
    const element = bar.current
    const root = document.documentElement
    if (!element) return
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--app-bottom', `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--app-bottom')
    }
  }, [])
  useFocusOnMainAfter(bar)
  return bar
}

/** When the element is removed together with the focus, the focus moves to the content, not to the top of the page. */
function useFocusOnMainAfter(removed: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = removed.current
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus()
    }
  }, [removed])
}
