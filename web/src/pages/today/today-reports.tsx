import checkAll from 'bootstrap-icons/icons/check2-all.svg?raw'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import type { ListedReport } from '#shared/contract/reports.ts'
import type { TeamDay, TeamDayEntry } from '#shared/contract/team-day.ts'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths, reviewAllHash } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { usePlaceholder } from '../../components/placeholders.tsx'
import { useKeys } from '../../components/shortcuts.tsx'
import { ErrorState } from '../../components/states.tsx'
import { useTeamSearch } from '../../domain/team-choice.ts'
import { useOpenBlockers } from '../../features/blockers/api.ts'
import { OldestBlockers } from '../../features/blockers/open-blockers-panel.tsx'
import { isUnread } from '../../features/reports/api.ts'
import { ReviewKeys } from '../../features/reviews/review-keys.tsx'
import { type Reviewing, useReview } from '../../features/reviews/use-review.ts'
import { type DayQuery, idsToLoad, useMoreOfDay, useRemind, useTeamDay } from '../../features/team-day/api.ts'
import { NewsButton, useShowNews } from '../../features/team-day/day-news.tsx'
import { NoReports } from '../../features/team-day/no-reports.tsx'
import { groupPeople, PeoplePanel, PeopleWithoutReport } from '../../features/team-day/people-panel.tsx'
import { TodaySkeleton } from '../../features/team-day/today-skeleton.tsx'
import {
  type CardNavigation,
  hasReport,
  type ReportEntry,
  useCardNavigation,
} from '../../features/team-day/use-card-navigation.ts'
import { failureText } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { firstFocus, takeFocus } from '../../lib/focus.ts'
import { useIsOneColumn, useOnNear } from '../../lib/viewport.ts'
import { TodayCard } from './today-card.tsx'
import { useBoxes, useOpened, useStableActions } from './use-card-actions.ts'

type Help = { isHelpOpen: boolean; onHelp: (isOpen: boolean) => void }

type TodayReportsProps = {
  filters: DayQuery
  /** Clears the filters, if any are set. */
  onClear?: () => void
  help: Help
}

export function TodayReports(props: TodayReportsProps) {
  const { data, isPending, refetch } = useTeamDay(props.filters)
  // The cards show the age and owner of their blockers. If these were loaded later, they would move the texts below.
  const { isLoading } = useOpenBlockers()
  if (usePlaceholder(isPending || isLoading)) return <TodaySkeleton />
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
  const { opened, setIsOpened } = useOpened()
  const { loadMore, loadUntil, isFailed } = useMoreOfDay(filters)
  const { news, ...newsActions } = useShowNews(filters, day, first => {
    closeAll()
    navigation.goToWhenListed(first?.user.id)
  })
  const [announcement, setAnnouncement] = useState('')
  const { announcement: reminded, ...reminding } = useReminding(day, filters)
  const isOneColumn = useIsOneColumn()
  const actions = useStableActions({
    review: markReviewed,
    ask: reviewing.askForChanges,
    asked: handleAsked,
    open,
    setIsOpened,
    enter: navigation.enter,
    forgetProblem: reviewing.forget,
  })
  useFoldedView(entries)

  function markReviewed(report: ListedReport) {
    setIsOpened(report.id, false)
    open(report.id, undefined)
    void reviewing.markReviewed(report)
  }

  function handleAsked({ id, user_id, user_name }: ListedReport) {
    // The box closes before the next card scrolls to the top, because closing it moves that card up.
    flushSync(() => open(id, undefined))
    setAnnouncement(messages.reviews.asked(user_name))
    navigation.goToNextWaiting(user_id)
  }

  async function handleAll() {
    const waitingOn = ({ data }: TeamDay) => data.filter(hasReport).filter(isWaiting)
    const loaded = await loadUntil(shown => waitingOn(shown).length >= shown.counts.to_review)
    await reviewing.markAllReviewed(waitingOn(loaded ?? day).map(({ report }) => report))
  }

  /** Moves to the card and unfolds it, because the user wants to read the report. */
  function goToCard(userId: number) {
    const entry = entries.find(({ user }) => user.id === userId)
    if (entry) setIsOpened(entry.report.id, true)
    navigation.goTo(userId)
  }

  const isListed = day.pagination.total > 0
  const toLoad = idsToLoad(day).length
  const earlier = day.earlier_to_review > 0 && <EarlierLink day={day} isButton={entries.length === 0} />
  const people = {
    day,
    viewerId: actor?.id,
    currentId: navigation.current,
    onGo: goToCard,
    onMore: () => void loadUntil(() => false),
    ...reminding,
  }
  return (
    <>
      <Failures reviewing={reviewing} news={newsActions} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <p className="visually-hidden" role="status">
        {reminded}
      </p>
      <div className={isListed ? 'today-columns' : undefined}>
        {isListed && (
          <PeoplePanel
            {...people}
            action={day.counts.to_review > 0 && <ReviewAllButton onPress={() => void handleAll()} />}
          />
        )}
        <div className="today-cards">
          <NewsButton news={news} onShow={() => void newsActions.show()} />
          {entries.slice(0, navigation.count).map(entry => (
            <TodayCard
              key={entry.user.id}
              entry={entry}
              isCurrent={entry.user.id === navigation.current}
              isOpened={opened.has(entry.report.id)}
              box={boxes.get(entry.report.id)}
              problem={reviewing.problems.get(entry.report.id)}
              actions={actions}
            />
          ))}
          {entries.length === 0 && <NoReports day={day} onClear={onClear} earlier={earlier} />}
          {toLoad > 0 && navigation.count === entries.length && (
            <More key={toLoad} onNear={() => void loadMore()} isFailed={isFailed} />
          )}
          {toLoad === 0 && (
            <DayEnd
              heading={entries.length > 0 ? navigation.end : undefined}
              day={day}
              earlier={earlier}
              // On wide screens the panel beside the cards lists these people and can remind them.
              people={isOneColumn ? <PeopleWithoutReport {...people} /> : <StillDue day={day} />}
            />
          )}
        </div>
      </div>
      <Keys
        entries={entries}
        navigation={navigation}
        reviewing={reviewing}
        markReviewed={markReviewed}
        canReview={canReview}
        open={open}
        onFold={({ report }) => setIsOpened(report.id, !opened.has(report.id))}
        help={help}
      />
    </>
  )
}

/** A link to this button only moves the focus: nothing is reviewed before the button is pressed. */
function ReviewAllButton({ onPress }: { onPress: () => void }) {
  const { hash, key } = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  const isWanted = hash === reviewAllHash
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the link again moves the focus again
  useLayoutEffect(() => {
    if (isWanted) takeFocus(button.current)
  }, [isWanted, key])
  return (
    <button
      ref={button}
      type="button"
      className="btn btn-secondary btn-sm"
      onClick={onPress}
      {...(isWanted && firstFocus)}
    >
      Mark all as reviewed
    </button>
  )
}

/**
 * A report that is marked as reviewed folds to one line, and everything below it moves up. This scrolls the card or the
 * end that has the focus back into view.
 */
function useFoldedView(entries: readonly ReportEntry[]) {
  const reviewed = entries.filter(({ report }) => report.review.state === 'reviewed').length
  const before = useRef(reviewed)
  useLayoutEffect(() => {
    if (before.current === reviewed) return
    before.current = reviewed
    const focused = document.activeElement?.closest('.today-card, .today-end')
    const isCard = focused?.classList.contains('today-card')
    const isFolded = focused?.classList.contains('is-folded')
    focused?.scrollIntoView({ block: isFolded ? 'nearest' : isCard ? 'start' : 'center' })
  }, [reviewed])
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

/**
 * Leads to the reports of earlier days that are to be reviewed. That list also has the user's own reports, which another
 * reviewer reviews, so the text counts them too.
 */
function EarlierLink({ day, isButton }: { day: TeamDay; isButton: boolean }) {
  const { earlier_to_review, earlier_own } = day
  const ofTeam = useTeamSearch()
  return (
    <Link
      to={paths.allReports(ofTeam(`?endDate=${addDays(day.date, -1)}&review=unreviewed`))}
      className={isButton ? 'btn btn-secondary' : undefined}
    >
      {messages.teamDay.earlier(earlier_to_review + earlier_own, earlier_own)}
    </Link>
  )
}

type DayEndProps = {
  /** The heading that takes the focus after the last card; undefined without cards. */
  heading: RefObject<HTMLHeadingElement | null> | undefined
  day: TeamDay
  earlier: ReactNode
  people: ReactNode
}

/** What is left: reports to review, users without a report, and open blockers. */
function DayEnd({ heading, day, earlier, people }: DayEndProps) {
  const toReview = day.counts.to_review
  return (
    <div className="today-end">
      {heading && (
        <div className="today-done">
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
      )}
      <div className="today-rest">
        {people}
        <OldestBlockers />
      </div>
    </div>
  )
}

/** The names of users who owe a report for this day. */
function StillDue({ day }: { day: TeamDay }) {
  const viewerId = useActor()?.id
  const { entriesOf, countOf } = groupPeople(day, viewerId)
  const names = [...entriesOf('missing'), ...entriesOf('due')].map(({ user }) => user.name)
  if (names.length === 0) return null
  return (
    <section aria-label={messages.teamDay.stillDue(countOf('missing') + countOf('due'))}>
      <h3>{messages.teamDay.stillDue(countOf('missing') + countOf('due'))}</h3>
      <p>{formatNames(names)}</p>
    </section>
  )
}

const namesMax = 12

/** "Ann, Ben and Cid", or the first twelve of many. */
function formatNames(names: readonly string[]): string {
  const more = names.length - namesMax
  const parts = more > 0 ? [...names.slice(0, namesMax), messages.teamDay.moreNames(more)] : names
  return new Intl.ListFormat('en-GB').format(parts)
}

type KeysProps = {
  entries: readonly ReportEntry[]
  navigation: CardNavigation
  reviewing: Reviewing
  markReviewed: (report: ListedReport) => void
  canReview: (report: ListedReport) => boolean
  open: ReturnType<typeof useBoxes>['open']
  onFold: (entry: ReportEntry) => void
  help: Help
}

/** The keys act on the current card. */
function Keys(props: KeysProps) {
  const { entries, navigation, reviewing, markReviewed, canReview, open, onFold, help } = props
  function withCurrent(act: (entry: ReportEntry) => void, { isReview = false } = {}) {
    const entry = navigation.currentEntry()
    if (entry && (!isReview || canReview(entry.report))) act(entry)
  }

  function reviewAndGoOn({ user, report }: ReportEntry) {
    markReviewed(report)
    navigation.goToNextWaiting(user.id)
  }

  function returnTo(reportId: number | undefined) {
    const entry = entries.find(({ report }) => report.id === reportId)
    if (entry) navigation.goTo(entry.user.id)
  }

  useKeys({ o: () => withCurrent(onFold) })

  return (
    <ReviewKeys
      reviewing={reviewing}
      more={[{ keys: ['O'], does: 'Open or fold a reviewed report' }]}
      on={{
        next: () => navigation.step(1),
        previous: () => navigation.step(-1),
        reviewed: () => withCurrent(reviewAndGoOn, { isReview: true }),
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

/** Reminding the users of the day, what was refused, and what to announce. */
function useReminding(day: TeamDay, filters: DayQuery) {
  const { mutateAsync } = useRemind(filters)
  const [reminding, setReminding] = useState<ReadonlySet<number>>(new Set())
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const [announcement, setAnnouncement] = useState('')

  async function remind({ user }: TeamDayEntry) {
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

  return { remind: (entry: TeamDayEntry) => void remind(entry), reminding, refusals, announcement }
}
