import folder from 'bootstrap-icons/icons/folder2-open.svg?raw'
import journal from 'bootstrap-icons/icons/journal-check.svg?raw'
import journals from 'bootstrap-icons/icons/journals.svg?raw'
import people from 'bootstrap-icons/icons/people.svg?raw'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { FlashMessage } from '../components/alert.tsx'
import { LoadedCount, StatCard } from '../components/cards.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { hasMail } from '../domain/settings.ts'
import { inTeams, type TeamIds, useTeamChoice, useTeamSearch, withTeam } from '../domain/team-choice.ts'
import { LeadsNone, NothingOfTeam, TeamControl } from '../domain/team-control.tsx'
import { useFirstSteps } from '../features/dashboard/first-steps.tsx'
import { greeting } from '../features/dashboard/greeting.ts'
import { ExportButtons, ExportNotice } from '../features/exports/export-buttons.tsx'
import { reportsFile } from '../features/exports/reports-file.ts'
import { useExport } from '../features/exports/use-export.ts'
import { useProjects } from '../features/projects/api.ts'
import { usePrefetchReports, useReportCount, useReports } from '../features/reports/api.ts'
import { AllReportsSkeleton, AllReportsTable } from '../features/reviews/all-reports-table.tsx'
import { searchOf } from '../features/reviews/filters.ts'
import { MailPaused } from '../features/settings/mail-paused.tsx'
import { WayBack } from '../features/sign-in/way-back.tsx'
import { TeamCards } from '../features/team-day/team-cards.tsx'
import { useUsers } from '../features/users/api.ts'
import { Can, useActor } from '../lib/can.tsx'
import { formatWeekdayDay, useToday } from '../lib/dates.ts'
import './admin-dashboard-page.scss'

const recentCount = 5

/** Loaded lazily, because few visits show it. */
const FirstStepsCard = lazy(() => import('../features/dashboard/first-steps-card.tsx'))

export default function AdminDashboardPage() {
  const user = useActor()
  return user && <AdminDashboard key={user.id} user={user} />
}

function AdminDashboard({ user }: { user: User }) {
  const today = useToday()
  const chosen = useTeamChoice()
  const teamId = chosen?.teamIds
  const ofTeam = useTeamSearch()
  const reportsToday = useReportCount(today, teamId)
  const users = useUsers()
  const projects = useProjects()
  const run = useExport()
  const ofToday = { startDate: today, endDate: today }
  const todaysFile = reportsFile({ ...ofToday, teamId }, 'csv', today)
  const todaysReports = paths.allReports(ofTeam(searchOf(ofToday)))
  const { steps, hide } = useFirstSteps(user, teamId)
  const isFirstRun = typeof steps === 'object'
  const heldBack = steps === 'undecided' ? 'held-back' : ''

  return (
    <Page
      title="Admin Dashboard"
      beside={<TeamControl />}
      subtitle={`${greeting(user.name, systemClock.now())}.`}
      action={<ExportButtons run={run} choices={[{ label: "Export today's reports", file: todaysFile }]} />}
    >
      <WayBack />
      <FlashMessage />
      <LeadsNone />
      {hasMail() && (
        <Can do="settings.manage">
          <MailPaused />
        </Can>
      )}
      <ExportNotice run={run} />
      <Suspense fallback={null}>
        {isFirstRun && <FirstStepsCard userId={user.id} facts={steps} onHide={hide} />}
        <div className={`overview card ${heldBack} ${isFirstRun ? 'overview-quiet' : ''}`}>
          <TeamCards teamIds={teamId} />
          <StatCard
            icon={journal}
            title="Today's Reports"
            value={
              <LoadedCount
                query={reportsToday}
                failure={messages.reports.listFailed}
                to={todaysReports}
                unit={['report', 'reports']}
                detail={formatWeekdayDay(today, 'short')}
              />
            }
          >
            <Link to={todaysReports}>View today's reports</Link>
          </StatCard>
          <StatCard
            icon={people}
            title="Team Members"
            value={
              <LoadedCount
                query={countOf({ ...users, data: inTeams(users.data, teamId) })}
                failure={messages.users.loadFailed}
                to={paths.users(chosen && teamId ? withTeam('', chosen.choice) : '')}
                unit={['person', 'people']}
              />
            }
          >
            <Link to={paths.registerUser()}>Register User</Link>
            <Link to={paths.allReports(ofTeam())}>View All Reports</Link>
          </StatCard>
          <StatCard
            icon={folder}
            title="Projects"
            value={
              <LoadedCount
                query={countOf(projects)}
                failure={messages.projects.listFailed}
                to={paths.projectHours()}
                unit={['project', 'projects']}
              />
            }
          >
            <Link to={paths.projects()}>Manage Projects</Link>
            <Link to={paths.insights(ofTeam())}>Insights</Link>
          </StatCard>
        </div>
        <section className={`page-stack ${heldBack}`} aria-labelledby="recent">
          <div className="recent-heading">
            <h2 id="recent">Recent Reports</h2>
            <Link to={paths.blockers(ofTeam())}>Open blockers</Link>
          </div>
          <RecentReports isFirstRun={isFirstRun} teamId={teamId} />
        </section>
      </Suspense>
    </Page>
  )
}

/** Uses the cache entry of the first page of All Reports, so that opening that list needs no request. */
function RecentReports({ isFirstRun, teamId }: { isFirstRun: boolean; teamId: TeamIds }) {
  const { data, isPending, refetch } = useReports({ teamId }, 1)
  const { prefetchReport } = usePrefetchReports()
  if (usePlaceholder(isPending)) return <AllReportsSkeleton rows={recentCount} />
  if (!data) return <ErrorState message={messages.reports.listFailed} onRetry={() => void refetch()} />
  if (data.total === 0 && teamId) return <NothingOfTeam title={messages.teams.noReports} />
  if (data.total === 0) {
    return (
      <EmptyState
        icon={journals}
        title={messages.reports.noneYet}
        // On the first run the card of first steps says what to do.
        action={
          !isFirstRun && (
            <Link to={paths.today()} className="btn btn-secondary">
              {messages.reports.whoReports}
            </Link>
          )
        }
      >
        {messages.reports.noneOfTeam}
      </EmptyState>
    )
  }
  const recent = data.reports.slice(0, recentCount)
  return <AllReportsTable label="Recent Reports" reports={recent} onIntent={prefetchReport} />
}

type List = { data: readonly unknown[] | undefined; isPending: boolean; refetch: () => unknown }

const countOf = ({ data, isPending, refetch }: List) => ({ data: data?.length, isPending, refetch })
