import type { ReactNode } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { Spinner } from '../components/placeholders.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { lazily } from '../lib/lazily.ts'
import AdminDashboardPage from '../pages/admin-dashboard-page.tsx'
import DashboardPage from '../pages/dashboard-page.tsx'
import { RefreshOnReconnect } from './data-cache.tsx'
import { lazyPage } from './page-files.ts'
import { paths } from './paths.ts'

/** Shows its routes only to users that `admits` accepts, once the user is known. */
function Guard({ admits, otherwise }: { admits: boolean; otherwise: ReactNode }) {
  const { loading } = useAuth()
  if (loading) return <Spinner />
  return admits ? <Outlet /> : otherwise
}

const toLogin = <Navigate to={paths.login()} replace />

export function AuthenticatedGuard() {
  const { isAuthenticated, user } = useAuth()
  if (user?.second_step) return <SecondStepPage />
  return <Guard admits={isAuthenticated} otherwise={toLogin} />
}

export function AdminGuard() {
  const { user } = useAuth()
  if (user?.second_step) return <SecondStepPage />
  return <Guard admits={user !== null && can(user, 'admin.open')} otherwise={toLogin} />
}

export function SettingsGuard() {
  const { user } = useAuth()
  if (user?.second_step) return <SecondStepPage />
  return <Guard admits={user !== null && can(user, 'settings.manage')} otherwise={toLogin} />
}

export function GuestGuard() {
  const { user } = useAuth()
  return <Guard admits={user === null} otherwise={user && <Navigate to={homePath(user)} replace />} />
}

const homePath = (user: User) => (can(user, 'admin.open') ? paths.adminDashboard() : paths.dashboard())

/** The pages of a new and of an edited report use the same form, so they share a chunk. */
const reportForms = () => import('../pages/report-forms.ts')

// The dashboards are loaded with the start, because users open them first: as files of their own they would share parts
// with most other pages and take more than 15 files.
const LandingPage = lazyPage(paths.landing(), () => import('../pages/landing-page.tsx'))
const LoginPage = lazyPage(paths.login(), () => import('../pages/login-page.tsx'))
const SetupPage = lazyPage(paths.setup(), () => import('../pages/setup-page.tsx'))
const AccountPage = lazyPage(paths.account(), () => import('../pages/account-page.tsx'))
const SecondStepPage = lazily(() => import('../pages/second-step-page.tsx'))
const NotificationsPage = lazyPage(paths.notifications(), () => import('../pages/notifications-page.tsx'))
const LinkPages = lazyPage(paths.welcome(), () => import('../pages/link-pages.tsx'))
const SearchPage = lazyPage(paths.search(), () => import('../pages/search-page.tsx'))
const MyReportsPage = lazyPage(paths.myReports(), () => import('../pages/my-reports-page.tsx'))
const ReportPage = lazyPage(paths.report(':id'), () => import('../pages/report-page.tsx'))
const NewReportPage = lazyPage(paths.newReport(), async () => ({
  default: (await reportForms()).NewReportPage,
}))
const EditReportPage = lazyPage(paths.editReport(':id'), async () => ({
  default: (await reportForms()).EditReportPage,
}))
const TodayPage = lazyPage(paths.today(), () => import('../pages/today/today-page.tsx'))
const SummaryPage = lazyPage(paths.summary(':date'), () => import('../pages/summary-page.tsx'))
const AllReportsPage = lazyPage(paths.allReports(), () => import('../pages/all-reports-page.tsx'))
const ReviewReportPage = lazyPage(paths.reviewReport(':id'), () => import('../pages/review-report-page.tsx'))
const BlockersPage = lazyPage(paths.blockers(), () => import('../pages/blockers-page.tsx'))
const ProjectHoursPage = lazyPage(paths.projectHours(), () => import('../pages/project-hours-page.tsx'))
const ProjectSummaryPage = lazyPage(
  paths.projectSummary(':projectId'),
  () => import('../pages/project-summary-page.tsx'),
)
const ManageProjectsPage = lazyPage(paths.projects(), () => import('../pages/manage-projects-page.tsx'))
const RegisterUserPage = lazyPage(paths.registerUser(), () => import('../pages/register-user-page.tsx'))
const ImportUsersPage = lazyPage(paths.importUsers(), () => import('../pages/import-users-page.tsx'))
const UsersPage = lazyPage(paths.users(), () => import('../pages/users-page.tsx'))
const TeamsPage = lazyPage(paths.teams(), () => import('../pages/teams-page.tsx'))
const TeamPage = lazyPage(paths.team(':id'), () => import('../pages/team-page.tsx'))
const RecordPage = lazyPage(paths.record(), () => import('../pages/record-page.tsx'))
const SettingsPage = lazyPage(paths.settings(), () => import('../pages/settings-page.tsx'))
const CalendarPage = lazyPage(paths.calendar(), () => import('../pages/calendar-page.tsx'))
const TeamCalendarPage = lazyPage(paths.teamCalendar(), () => import('../pages/team-calendar-page.tsx'))
const TimesheetPage = lazyPage(paths.timesheet(), () => import('../pages/timesheet-page.tsx'))
const InsightsPage = lazyPage(paths.insights(), () => import('../pages/insights-page.tsx'))
const TasksPage = lazyPage(paths.tasks(), () => import('../pages/tasks-page.tsx'))
const TaskPage = lazyPage(paths.task(':id'), () => import('../pages/task-page.tsx'))
const NewTaskPage = lazyPage(paths.newTask(), () => import('../pages/new-task-page.tsx'))
const EditTaskPage = lazyPage(paths.editTask(':id'), () => import('../pages/edit-task-page.tsx'))

export function Router() {
  return (
    <Routes>
      <Route element={<GuestGuard />}>
        <Route path={paths.landing()} element={<LandingPage />} />
        <Route path={paths.login()} element={<LoginPage />} />
      </Route>

      <Route element={<RefreshOnReconnect />}>
        {/* The page asks the server whether the setup is still open. */}
        <Route path={paths.setup()} element={<SetupPage />} />
        <Route path={paths.welcome()} element={<LinkPages />} />
        <Route path={paths.forgot()} element={<LinkPages />} />
        <Route path={paths.reset()} element={<LinkPages />} />
        <Route path={paths.unsubscribe()} element={<LinkPages />} />

        <Route element={<AuthenticatedGuard />}>
          <Route path={paths.account()} element={<AccountPage />} />
          <Route path={paths.notifications()} element={<NotificationsPage />} />
          <Route path={paths.search()} element={<SearchPage />} />
          <Route path={paths.dashboard()} element={<DashboardPage />} />
          <Route path={paths.newReport()} element={<NewReportPage />} />
          <Route path={paths.editReport(':id')} element={<EditReportPage />} />
          <Route path={paths.report(':id')} element={<ReportPage />} />
          <Route path={paths.myReports()} element={<MyReportsPage />} />
          <Route path={paths.calendar()} element={<CalendarPage />} />
          <Route path={paths.tasks()} element={<TasksPage />} />
          <Route path={paths.newTask()} element={<NewTaskPage />} />
          <Route path={paths.task(':id')} element={<TaskPage />} />
          <Route path={paths.editTask(':id')} element={<EditTaskPage />} />
        </Route>

        <Route element={<AdminGuard />}>
          <Route path={paths.adminDashboard()} element={<AdminDashboardPage />} />
          <Route path={paths.today()} element={<TodayPage />} />
          <Route path={paths.summary(':date')} element={<SummaryPage />} />
          <Route path={paths.allReports()} element={<AllReportsPage />} />
          <Route path={paths.reviewReport(':id')} element={<ReviewReportPage />} />
          <Route path={paths.teamCalendar()} element={<TeamCalendarPage />} />
          <Route path={paths.timesheet()} element={<TimesheetPage />} />
          <Route path={paths.insights()} element={<InsightsPage />} />
          <Route path={paths.blockers()} element={<BlockersPage />} />
          <Route path={paths.registerUser()} element={<RegisterUserPage />} />
          <Route path={paths.projects()} element={<ManageProjectsPage />} />
          <Route path={paths.projectSummary(':projectId')} element={<ProjectSummaryPage />} />
          <Route path={paths.projectHours()} element={<ProjectHoursPage />} />
          <Route path={paths.users()} element={<UsersPage />} />
          <Route path={paths.importUsers()} element={<ImportUsersPage />} />
          <Route path={paths.teams()} element={<TeamsPage />} />
          <Route path={paths.team(':id')} element={<TeamPage />} />
        </Route>

        <Route element={<SettingsGuard />}>
          <Route path={paths.settings()} element={<SettingsPage />} />
          <Route path={paths.record()} element={<RecordPage />} />
        </Route>
      </Route>

      <Route path="*" element={<Navigate to={paths.landing()} replace />} />
    </Routes>
  )
}
