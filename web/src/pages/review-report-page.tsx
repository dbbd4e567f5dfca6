import fileX from 'bootstrap-icons/icons/file-earmark-x.svg?raw'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { Comment } from '#shared/contract/comments.ts'
import { type ReportDetails as Details, isReviewable, type Report } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../components/placeholders.tsx'
import { useShortcutsHelp } from '../components/shortcuts.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { useTeamInUrl } from '../domain/team-choice.ts'
import { NewComment } from '../features/comments/comment-form.tsx'
import { CommentSection, CommentThreads, useLinkedComment } from '../features/comments/comment-threads.tsx'
import { isByStaff } from '../features/comments/threads.ts'
import { useCommentsInReport, useReport } from '../features/reports/api.ts'
import { ReportDetails, ReportDetailsSkeleton } from '../features/reports/report-details.tsx'
import { reportFilters, searchOf } from '../features/reviews/filters.ts'
import { hasNeighbours, hrefOf, NeighbourLinks, Position } from '../features/reviews/neighbour-links.tsx'
import { Person } from '../features/reviews/person.tsx'
import { ReviewBar, ReviewButtons, ReviewMark } from '../features/reviews/review-bar.tsx'
import { ReviewKeys } from '../features/reviews/review-keys.tsx'
import { type Neighbour, useNeighbours } from '../features/reviews/use-neighbours.ts'
import { useReview } from '../features/reviews/use-review.ts'
import { ApiError } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'
import { formatDay } from '../lib/dates.ts'
import { usePageInUrl, useUrlFilters } from '../lib/url.ts'
import { useIsOneColumn } from '../lib/viewport.ts'
import './review-report-page.scss'

export default function ReviewReportPage() {
  const { id = '' } = useParams()
  const { filters } = useUrlFilters(reportFilters)
  const { page } = usePageInUrl()
  const { data, error, isPending, refetch } = useReport(id)
  const neighbours = useNeighbours(
    id,
    { ...filters, teamId: useTeamInUrl().chosen?.teamIds },
    page,
    data?.report,
  )
  // The list has the whole report; only the comments are still loading.
  const report = data?.report ?? (error ? undefined : neighbours.current)
  const isLoading = usePlaceholder(isPending && !report)
  const review = useReviewOf(report, neighbours.next)
  const comments = useRef<HTMLDivElement>(null)
  const isOneColumn = useIsOneColumn()
  const { isAsking, onAsking, onReviewed, askButton } = review.bar
  const buttons = report && review.bar.canReview && (
    <div className="review-bar-buttons">
      <ReviewButtons
        report={report}
        onReviewed={onReviewed}
        onAsk={() => onAsking(!isAsking)}
        isAsking={isAsking}
        askRef={askButton}
      />
    </div>
  )

  function content() {
    if (isLoading) {
      return (
        <div className="review-columns">
          <ReportDetailsSkeleton />
          <CommentsSkeleton />
        </div>
      )
    }
    if (isMissing(error)) return <EmptyState icon={fileX} title={messages.reports.notFound} />
    if (!report) return <ErrorState message={messages.reports.detailsFailed} onRetry={() => void refetch()} />
    return (
      <div className="review-columns">
        <div className="review-report">
          <ReportDetails report={report} canOpen={() => true} />
          {isReviewable(report) && (
            <ReviewBar report={report} {...review.bar}>
              {isOneColumn ? <Position {...neighbours} /> : buttons}
            </ReviewBar>
          )}
        </div>
        <div ref={comments} className="review-comments">
          {data ? <Comments key={id} id={id} comments={data.comments} /> : <CommentsSkeleton />}
        </div>
      </div>
    )
  }

  return (
    <Page
      title={report ? `Report by ${report.user_name}, ${formatDay(report.date)}` : 'Report Details'}
      heading={report ? <Person id={report.user_id} name={report.user_name} /> : 'Report Details'}
      // The space reserves the line, so that nothing moves when the e-mail is loaded.
      subtitle={report ? <a href={`mailto:${report.user_email}`}>{report.user_email}</a> : '\u00a0'}
      back={{ to: paths.allReports(searchOf(filters, page)), label: 'Back to Reports' }}
      action={!isOneColumn && <NeighbourLinks {...neighbours} hasPosition />}
      stays
    >
      {report && (
        <OtherProblems
          problems={review.bar.reviewing.problems}
          currentId={report.id}
          hrefOf={review.backTo}
        />
      )}
      {content()}
      {isOneColumn && (buttons || hasNeighbours(neighbours)) && (
        <div className="review-dock">
          <NeighbourLinks {...neighbours} />
          {report && isReviewable(report) && report.review.state !== 'unreviewed' && (
            // Takes the place of a button. Hidden from screen readers, because the bar above says more.
            <div className="review-dock-state" aria-hidden>
              <ReviewMark review={{ ...report.review, reviewer_name: null }} />
            </div>
          )}
          {buttons}
        </div>
      )}
      <ReviewKeys
        reviewing={review.bar.reviewing}
        on={{
          next: neighbours.next && (() => review.goTo(neighbours.next)),
          previous: neighbours.previous && (() => review.goTo(neighbours.previous)),
          reviewed: onReviewed,
          ask: () => onAsking(true),
          comment: () => comments.current?.querySelector('textarea')?.focus(),
        }}
        onUndone={review.goBackTo}
        more={moreKeys}
        {...useShortcutsHelp()}
      />
      {/* The neighbours are prefetched, so that they open at once. */}
      {data && neighbours.next && <Ahead id={String(neighbours.next.report.id)} />}
      {data && neighbours.previous && <Ahead id={String(neighbours.previous.report.id)} />}
    </Page>
  )
}

const moreKeys = [{ keys: ['←', '→'], does: 'Previous and next report' }]

/** Reviews the report and opens the next one; reviewers can't review their own reports. */
function useReviewOf(report: Report | undefined, next: Neighbour | undefined) {
  const reviewing = useReview()
  const actor = useActor()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [askingId, setAskingId] = useState<number>()
  const askButton = useRef<HTMLButtonElement>(null)
  /** By report id: the query of the list page that the report was on when it was reviewed. */
  const [searches] = useState(() => new Map<number, string>())
  const canReview =
    report !== undefined && isReviewable(report) && actor !== null && can(actor, 'report.review', report)

  const goTo = (to: Neighbour | undefined) => to && void navigate(hrefOf(to))

  const backTo = (id: number) => paths.reviewReport(id, searches.get(id) ?? search)

  function goBackTo(id: number | undefined) {
    if (id !== undefined && id !== report?.id) void navigate(backTo(id))
  }

  function handleReviewed() {
    if (!canReview) return
    searches.set(report.id, search)
    void reviewing.markReviewed(report)
    goTo(next)
  }

  function handleAsking(isAsking: boolean) {
    setAskingId(isAsking && canReview ? report.id : undefined)
  }

  return {
    goTo,
    backTo,
    goBackTo,
    bar: {
      reviewing,
      canReview,
      askButton,
      isAsking: report !== undefined && askingId === report.id,
      onReviewed: handleReviewed,
      onAsking: handleAsking,
    },
  }
}

type OtherProblemsProps = {
  problems: ReturnType<typeof useReview>['problems']
  currentId: number
  hrefOf: (id: number) => string
}

/** A refusal that arrives after the page has opened the next report, with a link back to the refused one. */
function OtherProblems({ problems, currentId, hrefOf }: OtherProblemsProps) {
  return [...problems].map(
    ([id, text]) =>
      typeof id === 'number' &&
      id !== currentId && (
        <Alert key={id} variant="warning">
          {text.replace(/\.$/, '')}. <Link to={hrefOf(id)}>Go back to that report</Link>
        </Alert>
      ),
  )
}

function Ahead({ id }: { id: string }) {
  useReport(id, { ahead: true })
  return null
}

function Comments({ id, comments }: { id: string; comments: Details['comments'] }) {
  const setComments = useCommentsInReport(id)
  const linkedId = useLinkedComment()
  const [addedId, setAddedId] = useState<number>()

  function handleAdded(added: Comment[]) {
    setAddedId(added.findLast(({ parent_id }) => parent_id === null)?.id)
    setComments(added)
  }

  return (
    <CommentSection count={comments.length}>
      <NewComment reportId={id} onAdded={handleAdded} />
      <CommentThreads
        reportId={id}
        comments={comments}
        canReply={isByStaff}
        onChange={setComments}
        addedId={addedId ?? linkedId}
      />
    </CommentSection>
  )
}

function CommentsSkeleton() {
  return (
    <Placeholder>
      <div className="card comment-section">
        <Skeleton width="7rem" />
        <Skeleton height="5.5rem" />
        <Skeleton width="70%" />
      </div>
    </Placeholder>
  )
}

/** A missing report and one that the user may not read look the same. */
const isMissing = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status)
