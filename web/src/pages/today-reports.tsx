import checkAll from 'bootstrap-icons/icons/check2-all.svg?raw'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { ListedReport } from '#shared/contract/reports.ts'
import type { TeamDay, TeamDayEntry } from '#shared/contract/team.ts'
import { addDays } from '#shared/dates.ts'
import { reviewMessages } from '#shared/messages/review.ts'
import { todayMessages } from '#shared/messages/today.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Icon } from '../components/icon.tsx'
import { ReviewKeys } from '../features/review/review-keys.tsx'
import {
  idsToLoad,
  type News,
  useMoreOfDay,
  useNews,
  useReloadDay,
  useRemind,
  useTeamDay,
} from '../features/review/today/api.ts'
import type { DayFilters } from '../features/review/today/day-in-url.ts'
import { NoReports } from '../features/review/today/no-reports.tsx'
import { PeoplePanel } from '../features/review/today/people-panel.tsx'
import { TodaySkeleton } from '../features/review/today/today-skeleton.tsx'
import { useCards } from '../features/review/today/use-cards.ts'
import { useIncrementalRendering } from '../features/review/today/use-incremental-rendering.ts'
import { useReview } from '../features/review/use-review.ts'
import { failureText } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { formatWeekdayDay } from '../lib/format.ts'
import { useOnNear } from '../lib/use-is-near.ts'
import { usePlaceholder } from '../lib/use-placeholder.ts'
import { type Box, type CardActions, cardId, TodayCard } from './today-card.tsx'

type TodayReportsProps = {
  filters: DayFilters
  /** Present: filters are set. */
  onClear?: () => void
  help: { isHelpOpen: boolean; onHelp: (isOpen: boolean) => void }
}

export function TodayReports(props: TodayReportsProps) {
  const { data, isPending, refetch } = useTeamDay(props.filters)
  if (usePlaceholder(isPending)) return <TodaySkeleton />
  if (!data) return <ErrorState message={todayMessages.loadFailed} onRetry={() => void refetch()} />
  return <Reading {...props} day={data} />
}

type Card = TeamDayEntry & { report: ListedReport }
const isCard = (entry: TeamDayEntry): entry is Card => entry.report !== null

function Reading({ filters, day, onClear, help }: TodayReportsProps & { day: TeamDay }) {
  const actor = useActor()
  const reviewing = useReview()
  const { loadMore, loadUntil, isFailed } = useMoreOfDay(filters)
  const news = useNews(filters, day)
  const reload = useReloadDay(filters)
  const [boxes, setBoxes] = useState<ReadonlyMap<number, Box>>(new Map())
  const [said, setSaid] = useState('')
  const [arrived, setArrived] = useState<number>()
  const [isNewsFailed, setIsNewsFailed] = useState(false)
  const end = useRef<HTMLHeadingElement>(null)
  const all = day.data.filter(isCard)
  const toLoad = idsToLoad(day).length
  const { count, renderUpTo } = useIncrementalRendering(all.length)
  const isWaiting = ({ report }: Card) =>
    report.review.state === 'unreviewed' && actor !== null && can(actor, 'report.review', report)
  const cards = useCards(
    all.map(({ user }) => user.id),
    (all.find(isWaiting) ?? all[0])?.user.id,
    id => document.getElementById(cardId(id)),
  )
  const { current, enter } = cards
  const cardOf = (userId: number | undefined) => all.find(({ user }) => user.id === userId)

  function go(userId: number) {
    renderUpTo(all.findIndex(({ user }) => user.id === userId) + 1)
    cards.show(userId)
  }

  const goEnd = () => {
    end.current?.focus({ preventScroll: true })
    end.current?.scrollIntoView({ block: 'center' })
  }

  function step(by: 1 | -1) {
    const index = all.findIndex(({ user }) => user.id === cards.currentNow())
    const beside = all[index + by]
    if (beside) go(beside.user.id)
    else if (by === 1) goEnd()
  }

  /** To the next report that waits: below this one, or else from the first. */
  function goOn(from: number) {
    const index = all.findIndex(({ user }) => user.id === from)
    const next = [...all.slice(index + 1), ...all.slice(0, index)].find(isWaiting)
    if (next) go(next.user.id)
    else goEnd()
  }

  function withCurrent(act: (card: Card) => void) {
    const card = cardOf(cards.currentNow())
    if (card) act(card)
  }

  function openBox(id: number, box: Box | undefined) {
    setBoxes(before => {
      const next = new Map(before)
      if (box) next.set(id, box)
      else next.delete(id)
      return next
    })
  }

  function handleReviewKey() {
    withCurrent(card => {
      if (actor === null || !can(actor, 'report.review', card.report)) return
      void reviewing.markReviewed(card.report)
      goOn(card.user.id)
    })
  }

  function handleAsked({ id, user_id, user_name }: ListedReport) {
    // Before the next card is brought to the top: it moves up when the box above it goes.
    flushSync(() => openBox(id, undefined))
    setSaid(reviewMessages.asked(user_name))
    goOn(user_id)
  }

  async function handleAll() {
    const isLoaded = (shown: TeamDay) =>
      shown.data.filter(isCard).filter(isWaiting).length >= shown.counts.to_review
    const whole = await loadUntil(isLoaded)
    const waiting = (whole ?? day).data.filter(isCard).filter(isWaiting)
    await reviewing.markAllReviewed(waiting.map(({ report }) => report))
  }

  async function handleNews() {
    setIsNewsFailed(false)
    try {
      const [fresh] = await reload()
      setBoxes(new Map())
      setArrived(fresh?.user.id)
    } catch {
      setIsNewsFailed(true)
    }
  }

  // After the cards have their new order.
  useLayoutEffect(() => {
    const index = all.findIndex(({ user }) => user.id === arrived)
    if (arrived === undefined || index < 0 || !renderUpTo(index + 1, { isInEffect: true })) return
    setArrived(undefined)
    cards.show(arrived)
  })

  const latest = useRef({ handleAsked, reviewing })
  useEffect(() => {
    latest.current = { handleAsked, reviewing }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hundred cards are compared by them, so they stay the same
  const actions = useMemo<CardActions>(
    () => ({
      review: report => void latest.current.reviewing.markReviewed(report),
      ask: (...asked) => latest.current.reviewing.askForChanges(...asked),
      asked: report => latest.current.handleAsked(report),
      open: openBox,
      enter,
      forgetProblem: id => latest.current.reviewing.forget(id),
    }),
    [],
  )

  const problem = reviewing.problems.get('several')
  const earlier = day.earlier_to_review > 0 && (
    <Link
      to={paths.allReports(`?endDate=${addDays(day.date, -1)}&review=unreviewed`)}
      className={all.length > 0 ? undefined : 'btn btn-secondary'}
    >
      {todayMessages.earlier(day.earlier_to_review)}
    </Link>
  )
  return (
    <>
      {problem && (
        <Alert variant="warning" takesFocus onDismiss={() => reviewing.forget('several')}>
          {problem}
        </Alert>
      )}
      {isNewsFailed && (
        <Alert variant="danger" onDismiss={() => setIsNewsFailed(false)}>
          {todayMessages.moreFailed}
        </Alert>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className={day.pagination.total > 0 ? 'today-columns' : undefined}>
        {day.pagination.total > 0 && (
          <Panel
            day={day}
            filters={filters}
            currentId={current}
            onGo={go}
            onMore={() => void loadUntil(() => false)}
            onAll={() => void handleAll()}
          />
        )}
        <div className="today-cards">
          <NewsButton news={news} onShow={() => void handleNews()} />
          {all.slice(0, count).map(card => (
            <TodayCard
              key={card.user.id}
              entry={card}
              isCurrent={card.user.id === current}
              box={boxes.get(card.report.id)}
              problem={reviewing.problems.get(card.report.id)}
              actions={actions}
            />
          ))}
          {all.length === 0 && <NoReports day={day} onClear={onClear} earlier={earlier} />}
          {toLoad > 0 && count === all.length && (
            <More key={toLoad} onNear={() => void loadMore()} isFailed={isFailed} />
          )}
          {all.length > 0 && toLoad === 0 && (
            <div className="today-end">
              <h2 ref={end} tabIndex={-1}>
                {day.counts.to_review === 0 ? (
                  <>
                    <Icon svg={checkAll} /> {reviewMessages.caughtUp}
                  </>
                ) : (
                  todayMessages.left(day.counts.to_review)
                )}
              </h2>
              {earlier}
            </div>
          )}
        </div>
      </div>
      <ReviewKeys
        reviewing={reviewing}
        on={{
          next: () => step(1),
          previous: () => step(-1),
          reviewed: handleReviewKey,
          ask: () =>
            withCurrent(({ report }) => {
              if (actor && can(actor, 'report.review', report)) openBox(report.id, 'ask')
            }),
          comment: () => withCurrent(({ report }) => openBox(report.id, 'thread')),
        }}
        onUndone={id => {
          const card = all.find(({ report }) => report.id === id)
          if (card) go(card.user.id)
        }}
        {...help}
      />
    </>
  )
}

function NewsButton({ news, onShow }: { news: News | undefined; onShow: () => void }) {
  const words = news && [
    news.date !== undefined && todayMessages.showDay(formatWeekdayDay(news.date)),
    news.arrived > 0 && todayMessages.arrived(news.arrived),
    news.edited > 0 && todayMessages.edited(news.edited),
  ]
  const text = words?.filter(Boolean).join(', ')
  return (
    <div className="today-news" role="status">
      {text && (
        <button type="button" className="btn btn-primary btn-sm" onClick={onShow}>
          {text}
        </button>
      )}
    </div>
  )
}

/** How far below the window the next reports are loaded. */
const nearPx = 1600

function More({ onNear, isFailed }: { onNear: () => void; isFailed: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  useOnNear(element, onNear, { margin: nearPx })
  if (isFailed) return <ErrorState message={todayMessages.moreFailed} onRetry={onNear} />
  return (
    <div ref={element} className="today-more">
      <span className="visually-hidden">Loading...</span>
    </div>
  )
}

type PanelProps = {
  day: TeamDay
  filters: DayFilters
  currentId: number | undefined
  onGo: (userId: number) => void
  onMore: () => void
  onAll: () => void
}

/** The people of the day, with the reminders. */
function Panel({ day, filters, onAll, ...props }: PanelProps) {
  const viewerId = useActor()?.id
  const { mutateAsync } = useRemind(filters)
  const [reminding, setReminding] = useState<ReadonlySet<number>>(new Set())
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const [said, setSaid] = useState('')

  async function handleRemind({ user }: TeamDayEntry) {
    if (reminding.has(user.id)) return
    setReminding(before => new Set(before).add(user.id))
    setRefusals(new Map())
    try {
      await mutateAsync({ user_id: user.id, date: day.date })
      setSaid(reviewMessages.reminded(user.name))
    } catch (error) {
      setRefusals(new Map([[user.id, failureText(error, todayMessages.remindFailed)]]))
    } finally {
      setReminding(before => new Set([...before].filter(id => id !== user.id)))
    }
  }

  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <PeoplePanel
        {...props}
        day={day}
        viewerId={viewerId}
        remind={entry => void handleRemind(entry)}
        refusals={refusals}
        reminding={reminding}
        action={
          day.counts.to_review > 0 && (
            <button type="button" className="btn btn-secondary btn-sm" onClick={onAll}>
              Mark all as reviewed
            </button>
          )
        }
      />
    </>
  )
}
