import { useQueryClient } from '@tanstack/react-query'
import chat from 'bootstrap-icons/icons/chat-left-text.svg?raw'
import chevronDown from 'bootstrap-icons/icons/chevron-down.svg?raw'
import { memo, useRef } from 'react'
import { Link } from 'react-router'
import { hasBlockers } from '#shared/contract/blockers.ts'
import type { Comment } from '#shared/contract/comments.ts'
import type { ListedReport } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { KeyHint } from '../../components/shortcuts.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import { Avatar, RoleBadge } from '../../domain/people.tsx'
import { ReportBlocker } from '../../features/blockers/report-blocker.tsx'
import { NewComment } from '../../features/comments/comment-form.tsx'
import { CommentThreads } from '../../features/comments/comment-threads.tsx'
import { isByStaff } from '../../features/comments/threads.ts'
import { changeShownReports, useCommentsInReport, useReport } from '../../features/reports/api.ts'
import { EditedNotice } from '../../features/reports/edited-notice.tsx'
import { AskForChanges } from '../../features/reviews/ask-for-changes.tsx'
import { searchOf } from '../../features/reviews/filters.ts'
import { ReviewButtons, ReviewMark } from '../../features/reviews/review-bar.tsx'
import { BlockersPart, ReportParts } from '../../features/team-day/report-parts.tsx'
import type { ReportEntry } from '../../features/team-day/use-card-navigation.ts'
import { cardId } from '../../features/team-day/use-cards.ts'
import { useActor } from '../../lib/can.tsx'
import { useIsNear } from '../../lib/viewport.ts'
import type { Box, CardActions } from './use-card-actions.ts'

type TodayCardProps = {
  entry: ReportEntry
  isCurrent: boolean
  /** Whether the user has unfolded a reviewed report. */
  isOpened: boolean
  box: Box | undefined
  problem: string | undefined
  actions: CardActions
}

/** One report with all its text, so that the user reads it without a click. A reviewed one is folded to one line. */
export const TodayCard = memo(function TodayCard(props: TodayCardProps) {
  const { entry, isCurrent, isOpened, box, problem, actions } = props
  const { user, state } = entry
  const actor = useActor()
  const element = useRef<HTMLElement>(null)
  const isReviewed = entry.report.review.state === 'reviewed'
  const isFolded = isReviewed && !isOpened && box === undefined && problem === undefined
  const { data: details, isError } = useDetails(entry.report, element, { box, isFolded })
  const report = withWholeTexts(entry.report, details?.report)
  const isCut = report.is_shortened && !isError && !isFolded
  const canReview = actor !== null && can(actor, 'report.review', report)
  const { id, date, review } = report
  // The search lets the report's page lead on to the other reports of this day.
  const href = paths.reviewReport(id, searchOf({ startDate: date, endDate: date }))
  const asked = details?.comments.find(comment => comment.id === review.comment_id)

  function close() {
    actions.open(id, undefined)
    element.current?.focus({ preventScroll: true })
  }

  return (
    <article
      ref={element}
      id={cardId(user.id)}
      className={`card today-card ${isCurrent ? 'is-current' : ''} ${isCut ? 'is-cut' : ''} ${isFolded ? 'is-folded' : ''}`}
      aria-labelledby={`name-${user.id}`}
      tabIndex={-1}
      onFocus={() => actions.enter(user.id)}
    >
      <header className="today-head">
        <Avatar id={user.id} name={user.name} />
        <div className="today-who">
          <div className="today-name">
            <h2 id={`name-${user.id}`}>
              <Link to={href}>{user.name}</Link>
            </h2>
            <RoleBadge role={user.role} />
          </div>
          <div className="today-meta">
            <span className="tabular">{formatHours(minutesOf(report.hours_worked))}</span>
            <span>
              <Moment instant={report.created_at} timeOnly={state === 'submitted'} />
            </span>
            {state === 'late' && <span className="today-late">Late</span>}
            {report.is_edited && (
              <span>
                <EditedNotice report={report} />
              </span>
            )}
          </div>
        </div>
        {canReview ? <ReviewMark review={review} /> : <span className="review-mark">Your report</span>}
        {isReviewed && (
          <button
            type="button"
            className="icon-button today-fold"
            aria-label={`Report of ${user.name}`}
            aria-keyshortcuts="o"
            aria-expanded={!isFolded}
            aria-controls={`body-${user.id}`}
            onClick={() => {
              if (box) actions.open(id, undefined)
              actions.setIsOpened(id, isFolded)
            }}
          >
            <Icon svg={chevronDown} className="chevron" />
          </button>
        )}
      </header>
      <div id={`body-${user.id}`} className="today-body" hidden={isFolded}>
        {review.state === 'needs_changes' && asked && (
          <section className="today-part today-asked" aria-label={`What ${asked.user_name} asked for`}>
            <LinkifiedText>{asked.comment}</LinkifiedText>
          </section>
        )}
        {report.blockers !== null && hasBlockers(report.blockers) && (
          <BlockersPart text={report.blockers}>
            <ReportBlocker userId={user.id} text={report.blockers} />
          </BlockersPart>
        )}
        <ReportParts
          tasks={report.tasks}
          task_details={report.task_details}
          tomorrow_plan={report.tomorrow_plan}
        />
        {report.is_shortened && isError && (
          <p className="today-part field-error" role="alert">
            {messages.teamDay.wholeFailed} <Link to={href}>Open it</Link>
          </p>
        )}
        {problem && (
          <div className="today-problem">
            <Alert variant="warning" onDismiss={() => actions.forgetProblem(id)}>
              {problem}
            </Alert>
          </div>
        )}
        <div className="today-actions">
          {canReview && (
            <ReviewButtons
              report={report}
              onReviewed={() => {
                // The pressed button is removed, so the card takes the focus and the keys act on it.
                element.current?.focus({ preventScroll: true })
                actions.review(report)
              }}
              onAsk={() => actions.open(id, box === 'ask' ? undefined : 'ask')}
              isAsking={box === 'ask'}
            />
          )}
          <button
            type="button"
            className="btn btn-ghost btn-sm icon-link"
            aria-keyshortcuts="c"
            aria-expanded={box === 'thread'}
            onClick={() => (box === 'thread' ? close() : actions.open(id, 'thread'))}
          >
            <Icon svg={chat} />
            <CommentLabel count={report.comment_count} />
            <KeyHint keys="c" />
          </button>
        </div>
        {box === 'ask' && canReview && (
          <div className="today-box">
            <AskForChanges
              report={report}
              onAsk={actions.ask}
              onAsked={() => actions.asked(report)}
              onCancel={close}
            />
          </div>
        )}
        {box === 'thread' && <TodayThread report={report} comments={details?.comments} onCancel={close} />}
      </div>
    </article>
  )
})

/** "Comment" or "5 comments". On phones only the icon and the number fit beside the other buttons. */
function CommentLabel({ count }: { count: number }) {
  if (count === 0) return <span className="today-comment-word">Comment</span>
  return (
    <span>
      {count.toLocaleString()}
      <span className="today-comment-word"> {count === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}

/** Loads what the list doesn't contain: texts that were cut, the comment that asked for changes, the thread. */
function useDetails(
  { id, is_shortened, review }: ListedReport,
  element: React.RefObject<HTMLElement | null>,
  { box, isFolded }: { box: Box | undefined; isFolded: boolean },
) {
  const isWanted = !isFolded && (is_shortened || review.state === 'needs_changes')
  const isNear = useIsNear(element, { isWanted })
  return useReport(String(id), { enabled: box === 'thread' || (isWanted && isNear) })
}

/** The complete texts, if they are of the version on the screen. The review on the screen may be newer, so it stays. */
function withWholeTexts(listed: ListedReport, whole: Omit<ListedReport, 'comment_count'> | undefined) {
  if (!listed.is_shortened || !whole || whole.revision !== listed.revision) return listed
  return { ...listed, ...whole, review: listed.review }
}

type ThreadProps = { report: ListedReport; comments: Comment[] | undefined; onCancel: () => void }

/** The comments on a report, which are loaded when they are opened. */
function TodayThread({ report: { id }, comments, onCancel }: ThreadProps) {
  const queryClient = useQueryClient()
  const viewerId = useActor()?.id
  const setComments = useCommentsInReport(String(id))

  function handleChange(next: Comment[]) {
    setComments(next)
    changeShownReports(queryClient, viewerId, report =>
      report.id === id && 'comment_count' in report ? { ...report, comment_count: next.length } : report,
    )
  }

  return (
    <section className="today-box" aria-label="Comments">
      <NewComment reportId={String(id)} onAdded={handleChange} onCancel={onCancel} hasFocus />
      {comments && comments.length > 0 && (
        <CommentThreads
          reportId={String(id)}
          comments={comments}
          canReply={isByStaff}
          onChange={handleChange}
        />
      )}
    </section>
  )
}
