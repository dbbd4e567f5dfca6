import { Link, Navigate, useParams } from 'react-router'
import type { Summary } from '#shared/contract/summaries.ts'
import { isDay } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { summaryWords } from '#shared/summary-words.ts'
import { paths } from '../app/paths.ts'
import { Page } from '../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { nameOfChoice, useTeamChoice, withTeam } from '../domain/team-choice.ts'
import { LeadsNone } from '../domain/team-control.tsx'
import { useSummary } from '../features/summaries/api.ts'
import { formatDay, SummaryNav } from '../features/summaries/summary-nav.tsx'
import { SummaryPart } from '../features/summaries/summary-sections.tsx'
import { useActor } from '../lib/can.tsx'
import { formatLongSpan, useToday } from '../lib/dates.ts'
import '../features/summaries/summaries.scss'

export default function SummaryPage() {
  const { date = '' } = useParams()
  const isOffered = isDay(date) && date >= limits.earliestDay && date <= limits.latestDay
  return isOffered ? <SummaryOf date={date} /> : <Navigate to={paths.today()} replace />
}

function SummaryOf({ date }: { date: string }) {
  // A link to a summary without a team opens the user's own summary, even if other screens show another team.
  const chosen = useTeamChoice({ isKept: false })
  const { data, isPending, refetch } = useSummary(date, chosen?.teamIds)
  const isWaiting = usePlaceholder(isPending)
  const today = useToday()
  return (
    <Page
      title={messages.summaries.title(formatDay(date, today))}
      width="reading"
      subtitle={chosen && <WhoseSummary {...chosen} date={date} />}
      action={<SummaryNav date={date} beside={data} team={chosen?.choice} teamIds={chosen?.teamIds} />}
    >
      <LeadsNone />
      {isWaiting ? (
        <SummarySkeleton />
      ) : data ? (
        <Words summary={data} team={chosen?.choice} />
      ) : (
        <ErrorState message={messages.summaries.loadFailed} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

type Chosen = NonNullable<ReturnType<typeof useTeamChoice>>
type WhoseSummaryProps = Pick<Chosen, 'choice' | 'offered'> & { date: string }

/** Says whom the summary is about. Links to the summary of everyone, or from there to that of the user's own teams. */
function WhoseSummary({ choice, offered, date }: WhoseSummaryProps) {
  const other = choice !== 'everyone' ? 'everyone' : offered.mine.length > 0 ? 'mine' : undefined
  if (other === undefined) return null
  return (
    <>
      {nameOfChoice(choice, offered)} ·{' '}
      <Link to={paths.summary(date, withTeam('', other))}>
        {other === 'mine' ? messages.summaries.ofYourTeams : messages.summaries.ofEveryone}
      </Link>
    </>
  )
}

function Words({ summary, team }: { summary: Summary; team: string | undefined }) {
  const viewer = useActor()
  const { headline, sections } = summaryWords(summary, {
    viewerId: viewer?.id ?? 0,
    team,
    day: date => formatDay(date, summary.today),
    span: formatLongSpan,
  })
  return (
    <article className="card card-body summary">
      <p className="summary-headline">{headline}</p>
      {sections.map(section => (
        <SummaryPart {...section} key={section.key} />
      ))}
    </article>
  )
}

function SummarySkeleton() {
  return (
    <div className="card card-body summary">
      <Placeholder>
        <p className="summary-headline">
          <Skeleton width="12rem" />
        </p>
        {[1, 2, 3, 4].map(part => (
          <div key={part} className="summary-part">
            <Skeleton width="9rem" />
            <Skeleton />
            <Skeleton width="80%" />
          </div>
        ))}
      </Placeholder>
    </div>
  )
}
