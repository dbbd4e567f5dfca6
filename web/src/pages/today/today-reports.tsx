import checkAll from 'bootstrap-icons/icons/check2-all.svg?raw'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { ListedReport } from '#shared/contract/reports.ts'
import type { TeamDay, TeamDayEntry } from '#shared/contract/team-day.ts'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { isUnread } from '../../features/reports/api.ts'
import { ReviewKeys } from '../../features/reviews/review-keys.tsx'
import { type Reviewing, useReview } from '../../features/reviews/use-review.ts'
import { idsToLoad, useMoreOfDay, useRemind, useTeamDay } from '../../features/team-day/api.ts'
import type { DayFilters } from '../../features/team-day/day-in-url.ts'
import { NewsButton, useShowNews } from '../../features/team-day/day-news.tsx'
import { NoReports } from '../../features/team-day/no-reports.tsx'
import { PeoplePanel } from '../../features/team-day/people-panel.tsx'
import { TodaySkeleton } from '../../features/team-day/today-skeleton.tsx'
import {
  type CardNavigation,
  hasReport,
  type ReportEntry,
  useCardNavigation,
} from '../../features/team-day/use-card-navigation.ts'
import { failureText } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { useOnNear } from '../../lib/viewport.ts'
import { TodayCard } from './today-card.tsx'
import { useBoxes, useStableActions } from './use-card-actions.ts'

type Help = { isHelpOpen: boolean; onHelp: (isOpen: boolean) => void }

type TodayReportsProps = {
  filters: DayFilters
  /** Clears the filters, if any are set. */
  onClear?: () => void
  help: Help
}

export function TodayReports(props: TodayReportsProps) {
  const { data, isPending, refetch } = useTeamDay(props.filters)
  if (usePlaceholder(isPending)) return <TodaySkeleton />
  if (!data) return <ErrorState message={messages.teamDay.loadFailed} onRetry={() => void refetch()} />
  return <DayReports {...props} day={data} />
}

function DayReports({ filters, day, onClear, help }: TodayReportsProps & { day: TeamDay }) {
  const actor = useActor()
  const canReview = (report: ListedReport) => actor !== null && can(actor, 'report.review', report)
  const isWaiting = ({ report }: ReportEntry) => isUnread(report) && canReview(report)
  const entries = day.data.filter(hasReport)
  const reviewing = useReview()
  const navigation = useCardNavigation(entries, isWaiting)
  const { boxes, open, closeAll } = useBoxes()
  const { loadMore, loadUntil, isFailed } = useMoreOfDay(filters)
  const { news, ...newsActions } = useShowNews(filters, day, first => {
    closeAll()
    navigation.goToWhenListed(first?.user.id)
  })
  const [announcement, setAnnouncement] = useState('')
  const actions = useStableActions({
    review: report => void reviewing.markReviewed(report),
    ask: reviewing.askForChanges,
    asked: handleAsked,
    open,
    enter: navigation.enter,
    forgetProblem: reviewing.forget,
  })

  function handleAsked({ id, user_id, user_name }: ListedReport) {
    // The box closes before the next card scrolls to the top, because that card moves up when the box above it goes.
    flushSync(() => open(id, undefined))
    setAnnouncement(messages.reviews.asked(user_name))
    navigation.goToNextWaiting(user_id)
  }

  async function handleAll() {
    const waitingOn = ({ data }: TeamDay) => data.filter(hasReport).filter(isWaiting)
    const loaded = await loadUntil(shown => waitingOn(shown).length >= shown.counts.to_review)
    await reviewing.markAllReviewed(waitingOn(loaded ?? day).map(({ report }) => report))
  }

  const isListed = day.pagination.total > 0
  const toLoad = idsToLoad(day).length
  const earlier = day.earlier_to_review > 0 && <EarlierLink day={day} isButton={entries.length === 0} />
  return (
    <>
      <Failures reviewing={reviewing} news={newsActions} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div className={isListed ? 'today-columns' : undefined}>
        {isListed && (
          <Panel
            day={day}
            filters={filters}
            currentId={navigation.current}
            onGo={navigation.goTo}
            onMore={() => void loadUntil(() => false)}
            onAll={() => void handleAll()}
          />
        )}
        <div className="today-cards">
          <NewsButton news={news} onShow={() => void newsActions.show()} />
          {entries.slice(0, navigation.count).map(entry => (
            <TodayCard
              key={entry.user.id}
              entry={entry}
              isCurrent={entry.user.id === navigation.current}
              box={boxes.get(entry.report.id)}
              problem={reviewing.problems.get(entry.report.id)}
              actions={actions}
            />
          ))}
          {entries.length === 0 && <NoReports day={day} onClear={onClear} earlier={earlier} />}
          {toLoad > 0 && navigation.count === entries.length && (
            <More key={toLoad} onNear={() => void loadMore()} isFailed={isFailed} />
          )}
          {entries.length > 0 && toLoad === 0 && (
            <DayEnd heading={navigation.end} toReview={day.counts.to_review} earlier={earlier} />
          )}
        </div>
      </div>
      <Keys
        entries={entries}
        navigation={navigation}
        reviewing={reviewing}
        canReview={canReview}
        open={open}
        help={help}
      />
    </>
  )
}

type FailuresProps = {
  reviewing: Reviewing
  news: { isFailed: boolean; dismissFailure: () => void }
}

function Failures({ reviewing, news }: FailuresProps) {
  const problem = reviewing.problems.get('several')
  return (
    <>
      {problem && (
        <Alert variant="warning" takesFocus onDismiss={() => reviewing.forget('several')}>
          {problem}
        </Alert>
      )}
      {news.isFailed && (
        <Alert variant="danger" onDismiss={news.dismissFailure}>
          {messages.teamDay.moreFailed}
        </Alert>
      )}
    </>
  )
}

/** Leads to the reports of earlier days that are to be reviewed. */
function EarlierLink({ day, isButton }: { day: TeamDay; isButton: boolean }) {
  return (
    <Link
      to={paths.allReports(`?endDate=${addDays(day.date, -1)}&review=unreviewed`)}
      className={isButton ? 'btn btn-secondary' : undefined}
    >
      {messages.teamDay.earlier(day.earlier_to_review)}
    </Link>
  )
}

type DayEndProps = { heading: RefObject<HTMLHeadingElement | null>; toReview: number; earlier: ReactNode }

function DayEnd({ heading, toReview, earlier }: DayEndProps) {
  return (
    <div className="today-end">
      <h2 ref={heading} tabIndex={-1}>
        {toReview === 0 ? (
          <>
            <Icon svg={checkAll} /> {messages.teamDay.caughtUp}
          </>
        ) : (
          messages.teamDay.left(toReview)
        )}
      </h2>
      {earlier}
    </div>
  )
}

type KeysProps = {
  entries: readonly ReportEntry[]
  navigation: CardNavigation
  reviewing: Reviewing
  canReview: (report: ListedReport) => boolean
  open: ReturnType<typeof useBoxes>['open']
  help: Help
}

/** The keys act on the current card. */
function Keys({ entries, navigation, reviewing, canReview, open, help }: KeysProps) {
  function withCurrent(act: (entry: ReportEntry) => void, { isReview = false } = {}) {
    const entry = navigation.currentEntry()
    if (entry && (!isReview || canReview(entry.report))) act(entry)
  }

  function markReviewed({ user, report }: ReportEntry) {
    void reviewing.markReviewed(report)
    navigation.goToNextWaiting(user.id)
  }

  function returnTo(reportId: number | undefined) {
    const entry = entries.find(({ report }) => report.id === reportId)
    if (entry) navigation.goTo(entry.user.id)
  }

  return (
    <ReviewKeys
      reviewing={reviewing}
      on={{
        next: () => navigation.step(1),
        previous: () => navigation.step(-1),
        reviewed: () => withCurrent(markReviewed, { isReview: true }),
        ask: () => withCurrent(({ report }) => open(report.id, 'ask'), { isReview: true }),
        comment: () => withCurrent(({ report }) => open(report.id, 'thread')),
      }}
      onUndone={returnTo}
      {...help}
    />
  )
}

/** How far below the window the next reports are loaded. */
const nearPx = 1600

function More({ onNear, isFailed }: { onNear: () => void; isFailed: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  useOnNear(element, onNear, { margin: nearPx })
  if (isFailed) return <ErrorState message={messages.teamDay.moreFailed} onRetry={onNear} />
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

/** The users of the day, and reminding them. */
function Panel({ day, filters, onAll, ...props }: PanelProps) {
  const viewerId = useActor()?.id
  const { mutateAsync } = useRemind(filters)
  const [reminding, setReminding] = useState<ReadonlySet<number>>(new Set())
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const [announcement, setAnnouncement] = useState('')

  async function handleRemind({ user }: TeamDayEntry) {
    if (reminding.has(user.id)) return
    setReminding(before => new Set(before).add(user.id))
    setRefusals(new Map())
    try {
      await mutateAsync({ user_id: user.id, date: day.date })
      setAnnouncement(messages.teamDay.reminded(user.name))
    } catch (error) {
      setRefusals(new Map([[user.id, failureText(error, messages.teamDay.remindFailed)]]))
    } finally {
      setReminding(before => new Set([...before].filter(id => id !== user.id)))
    }
  }

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
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
