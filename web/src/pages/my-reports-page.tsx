import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import { Link } from 'react-router'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Page } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState } from '../components/states.tsx'
import { LastWeeks } from '../features/calendar/last-weeks.tsx'
import { InstallHint } from '../features/install/install-hint.tsx'
import { isAnswered, useInstallPrompt } from '../features/install/install-prompt.ts'
import { useMyReports, usePrefetchReports } from '../features/reports/api.ts'
import { ReportTable, ReportTableSkeleton } from '../features/reports/report-table.tsx'
import { useActor } from '../lib/can.tsx'
import { useToday } from '../lib/dates.ts'
import { usePageInUrl } from '../lib/url.ts'

export default function MyReportsPage() {
  const { page } = usePageInUrl()
  const reports = useMyReports(page)
  const { data, isPending } = reports
  // One timer for list and chart: two timers could end in either order, and the list would then move the chart.
  const isWaiting = usePlaceholder(isPending)
  const today = useToday()
  return (
    <Page
      title="My Reports"
      isList
      // The space reserves the line, so that nothing moves when the number is loaded.
      subtitle={data ? countOf(data.total) : '\u00a0'}
      action={
        <Link to={paths.newReport()} className="btn btn-primary">
          Submit Report
        </Link>
      }
    >
      <MyReports reports={reports} isLoading={isWaiting} />
      <InstallOffer reports={data?.total ?? 0} />
      <LastWeeks today={today} isHeldBack={isWaiting} />
    </Page>
  )
}

/** Offered on this page, because the app leads here after a report is sent. */
function InstallOffer({ reports }: { reports: number }) {
  const user = useActor()
  const prompt = useInstallPrompt()
  if (!user || !prompt || reports < limits.installHintReports || isAnswered(user.id)) return null
  return <InstallHint userId={user.id} prompt={prompt} />
}

type MyReportsProps = { reports: ReturnType<typeof useMyReports>; isLoading: boolean }

function MyReports({ reports, isLoading }: MyReportsProps) {
  const { prefetchReport, prefetchMyReports } = usePrefetchReports()
  return (
    <PagedList
      query={reports}
      isLoading={isLoading}
      skeleton={<ReportTableSkeleton />}
      failure={messages.reports.listFailed}
      empty={<NoReports />}
      onIntent={prefetchMyReports}
    >
      {(page, isBusy) => <ReportTable reports={page.reports} isBusy={isBusy} onIntent={prefetchReport} />}
    </PagedList>
  )
}

function NoReports() {
  return (
    <EmptyState
      icon={journal}
      title={messages.reports.noneYet}
      action={
        <Link to={paths.newReport()} className="btn btn-secondary">
          Submit your first report
        </Link>
      }
    >
      {messages.reports.noneYetHint}
    </EmptyState>
  )
}

const countOf = (total: number) => `${total.toLocaleString()} ${total === 1 ? 'report' : 'reports'}`
