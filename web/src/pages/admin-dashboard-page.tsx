import folder from 'bootstrap-icons/icons/folder2-open.svg?raw'
import journal from 'bootstrap-icons/icons/journal-check.svg?raw'
import journals from 'bootstrap-icons/icons/journals.svg?raw'
import people from 'bootstrap-icons/icons/people.svg?raw'
import { Link } from 'react-router'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { FlashMessage } from '../components/alert.tsx'
import { LoadedCount, StatCard } from '../components/cards.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { hasMail } from '../domain/settings.ts'
import { greeting } from '../features/dashboard/greeting.ts'
import { ExportButton, ExportNotice } from '../features/exports/export-button.tsx'
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
import { useToday } from '../lib/dates.ts'
import './admin-dashboard-page.scss'

const recentCount = 5

export default function AdminDashboardPage() {
  const user = useActor()
  const today = useToday()
  const reportsToday = useReportCount(today)
  const users = useUsers()
  const projects = useProjects()
  const run = useExport()
  const ofToday = { startDate: today, endDate: today }
  if (!user) return null

  return (
    <Page
      title="Admin Dashboard"
      subtitle={`${greeting(user.name, systemClock.now())}.`}
      action={<ExportButton run={run} filters={ofToday} label="Export today's reports" />}
    >
      <WayBack />
      <FlashMessage />
      {hasMail() && (
        <Can do="settings.manage">
          <MailPaused />
        </Can>
      )}
      <ExportNotice run={run} />
      <div className="stat-grid">
        <StatCard
          icon={journal}
          title="Today's Reports"
          value={<LoadedCount query={reportsToday} failure={messages.reports.listFailed} />}
        >
          <Link to={paths.allReports(searchOf(ofToday))}>View today's reports</Link>
        </StatCard>
        <StatCard
          icon={people}
          title="Team Members"
          value={<LoadedCount query={countOf(users)} failure={messages.users.loadFailed} />}
        >
          <Link to={paths.registerUser()}>Register User</Link>
          <Link to={paths.allReports()}>View All Reports</Link>
        </StatCard>
        <StatCard
          icon={folder}
          title="Projects"
          value={<LoadedCount query={countOf(projects)} failure={messages.projects.listFailed} />}
        >
          <Link to={paths.projects()}>Manage Projects</Link>
        </StatCard>
        <TeamCards />
      </div>
      <section className="page-stack" aria-labelledby="recent">
        <div className="recent-heading">
          <h2 id="recent">Recent Reports</h2>
          <Link to={paths.blockers()}>Open blockers</Link>
        </div>
        <RecentReports />
      </section>
    </Page>
  )
}

/** The first page of the list of all reports, in the same cache entry: opening that list needs no request. */
function RecentReports() {
  const { data, isPending, refetch } = useReports({}, 1)
  const { prefetchReport } = usePrefetchReports()
  if (usePlaceholder(isPending)) return <AllReportsSkeleton rows={recentCount} />
  if (!data) return <ErrorState message={messages.reports.listFailed} onRetry={() => void refetch()} />
  if (data.total === 0) {
    return (
      <EmptyState icon={journals} title={messages.reports.noneYet}>
        {messages.reports.noneOfTeam}
      </EmptyState>
    )
  }
  const recent = data.reports.slice(0, recentCount)
  return <AllReportsTable label="Recent Reports" reports={recent} onIntent={prefetchReport} />
}

type List = { data: readonly unknown[] | undefined; isPending: boolean; refetch: () => unknown }

const countOf = ({ data, isPending, refetch }: List) => ({ data: data?.length, isPending, refetch })
