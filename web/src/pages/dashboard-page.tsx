import check from 'bootstrap-icons/icons/check-lg.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil-square.svg?raw'
import people from 'bootstrap-icons/icons/people.svg?raw'
import type { User } from '#shared/contract/users.ts'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { LinkCard } from '../components/cards.tsx'
import { Page } from '../components/page.tsx'
import { useWasReady } from '../components/placeholders.tsx'
import { useZoneQuestion, ZoneOffer } from '../features/account/zone-offer.tsx'
import { useMyBlockers } from '../features/blockers/api.ts'
import { OpenBlockers } from '../features/blockers/my-blockers.tsx'
import { useWeek, WeekStrip } from '../features/calendar/week-strip.tsx'
import { DailyReminder } from '../features/dashboard/daily-reminder.tsx'
import { greeting } from '../features/dashboard/greeting.ts'
import { ReportingTips } from '../features/dashboard/reporting-tips.tsx'
import { useMissedDays } from '../features/missed-days/api.ts'
import { MissedDays } from '../features/missed-days/missed-days.tsx'
import { NewNotifications, useNewNotifications } from '../features/notifications/new-notifications.tsx'
import { MyProjects } from '../features/projects/my-projects.tsx'
import { useReportOfToday } from '../features/reports/api.ts'
import { AskedReports, useAskedReports } from '../features/reports/asked-reports.tsx'
import { TodayStatus } from '../features/reports/today-status.tsx'
import { useWaitingDays } from '../features/reports/waiting/waiting-days.tsx'
import { WayBack } from '../features/sign-in/way-back.tsx'
import { OpenTasks, useOpenTasks } from '../features/tasks/open-tasks.tsx'
import { Can, useActor } from '../lib/can.tsx'
import { isOffline } from '../lib/connection.ts'
import { useToday } from '../lib/dates.ts'
import { ProjectResources } from './project-resources/project-resources.tsx'

export default function DashboardPage() {
  const user = useActor()
  return user && <Dashboard key={user.id} user={user} />
}

function Dashboard({ user }: { user: User }) {
  const today = useToday()
  const { data: report, isPending } = useReportOfToday(today)
  const now = systemClock.now()
  // The number of tasks is unknown until they are loaded, so the content below them appears with them and never moves.
  const tasks = useOpenTasks()
  // Missed days and blockers, which few users have, also appear together with the content below them.
  const missed = useMissedDays()
  // Days with a queued report are written; the bar on every screen lists the queued reports.
  const waiting = useWaitingDays(user.id)
  // The form of today is offered anyway, with its draft.
  const isUnwritten = (day: string) => !waiting.includes(day) && day !== today
  const days = missed.data?.days.filter(isUnwritten) ?? []
  const drafts = missed.data?.drafts.filter(isUnwritten) ?? []
  const reminders = missed.data?.reminders.filter(({ date }) => !waiting.includes(date)) ?? []
  const isWritten = Boolean(report) || waiting.includes(today)
  const zone = useZoneQuestion(user.id)
  const asked = useAskedReports(today)
  const blockers = useMyBlockers()
  const week = useWeek(today)
  const news = useNewNotifications()
  // Few users need these parts. Once shown they stay, with their messages.
  const hasMissed = useWasReady(hasAny(days) || hasAny(reminders))
  const hasBlockers = useWasReady(hasAny(blockers.data?.data))
  const hasNews = useWasReady(hasAny(news.newest))
  const isDecided = useWasReady(
    !zone.isUndecided && [missed, asked, blockers, week, news].every(({ isPending }) => !isPending),
  )
  const next = isDecided ? undefined : 'held-back'
  const below = isDecided && !tasks.isWaiting ? undefined : 'held-back'

  return (
    <Page
      title="Dashboard"
      heading={greeting(user.name, now)}
      subtitle={now.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' })}
      action={!isWritten && <DailyReminder userId={user.id} isUndecided={isPending} />}
    >
      <WayBack />
      <div className="page-columns">
        <div className="page-stack">
          <TodayStatus today={today} isWaiting={waiting.includes(today)} />
          {isDecided && (
            <>
              {!(week.isFailed && isOffline()) && <WeekStrip week={week} open={missed.data?.days ?? []} />}
              {zone.isAsked && <ZoneOffer onAnswer={zone.remember} onDone={zone.finish} />}
              <AskedReports reports={asked.reports} />
              {hasNews && <NewNotifications {...news} />}
              {hasMissed && <MissedDays days={days} drafts={drafts} reminders={reminders} today={today} />}
              {hasBlockers && blockers.data && <OpenBlockers userId={user.id} page={blockers.data} />}
            </>
          )}
          {/* Offline, one message is enough: parts without data are left out. */}
          {tasks.isShown && !(tasks.isFailed && isOffline()) && (
            <div className={next}>
              <OpenTasks tasks={tasks} />
            </div>
          )}
        </div>
        <div className={`page-stack ${below ?? ''}`}>
          <div className="quick-actions">
            <Can do="admin.open">
              <LinkCard to={paths.adminDashboard()} icon={people} title="Team Dashboard">
                See who has reported today and read the team's latest reports.
              </LinkCard>
            </Can>
            {/* Once today's report is written, the card is no longer the next step. */}
            <LinkCard to={paths.newReport()} icon={isWritten ? check : pencil} title="Submit Report">
              {report
                ? messages.reports.sentToday
                : isWritten
                  ? messages.offline.notSentHint
                  : messages.reports.submitHint}
            </LinkCard>
            <LinkCard to={paths.myReports()} icon={journal} title="My Reports">
              Look back at your reports and reply to comments.
            </LinkCard>
          </div>
          <ReportingTips />
        </div>
      </div>
      <div className={below}>
        <MyProjects resources={project => <ProjectResources project={project} />} />
      </div>
    </Page>
  )
}

const hasAny = (list: readonly unknown[] | undefined) => list !== undefined && list.length > 0
