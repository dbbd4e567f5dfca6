import { Navigate, Route, Routes } from 'react-router'
import { RefreshOnReconnect } from './data-cache.tsx'
import { AdminGuard, AuthenticatedGuard, GuestGuard, SettingsGuard } from './guards.tsx'
import { page } from './page-files.ts'
import { paths } from './paths.ts'

/** Two pages with the same form, which no other page has to load. */
const reportForms = () => import('../pages/report-forms.ts')

const LandingPage = page(paths.landing(), () => import('../pages/landing-page.tsx'))
const LoginPage = page(paths.login(), () => import('../pages/login-page.tsx'))
const SetupPage = page(paths.setup(), () => import('../pages/setup-page.tsx'))
const AccountPage = page(paths.account(), () => import('../pages/account-page.tsx'))
const NotificationsPage = page(paths.notifications(), () => import('../pages/notifications-page.tsx'))
const LinkPages = page(paths.welcome(), () => import('../pages/link-pages.tsx'))
const DashboardPage = page(paths.dashboard(), () => import('../pages/dashboard-page.tsx'))
const MyReportsPage = page(paths.myReports(), () => import('../pages/my-reports-page.tsx'))
const ReportPage = page(paths.report(':id'), () => import('../pages/report-page.tsx'))
const NewReportPage = page(paths.newReport(), async () => ({ default: (await reportForms()).NewReportPage }))
const EditReportPage = page(paths.editReport(':id'), async () => ({
  default: (await reportForms()).EditReportPage,
}))
const AdminDashboardPage = page(paths.adminDashboard(), () => import('../pages/admin-dashboard-page.tsx'))
const TodayPage = page(paths.today(), () => import('../pages/today/today-page.tsx'))
const SummaryPage = page(paths.summary(':date'), () => import('../pages/summary-page.tsx'))
const AllReportsPage = page(paths.allReports(), () => import('../pages/all-reports-page.tsx'))
const ReviewReportPage = page(paths.reviewReport(':id'), () => import('../pages/review-report-page.tsx'))
const BlockersPage = page(paths.blockers(), () => import('../pages/blockers-page.tsx'))
const ProjectHoursPage = page(paths.projectHours(), () => import('../pages/project-hours-page.tsx'))
const ProjectSummaryPage = page(
  paths.projectSummary(':projectId'),
  () => import('../pages/project-summary-page.tsx'),
)
const ManageProjectsPage = page(paths.projects(), () => import('../pages/manage-projects-page.tsx'))
const RegisterUserPage = page(paths.registerUser(), () => import('../pages/register-user-page.tsx'))
const ImportUsersPage = page(paths.importUsers(), () => import('../pages/import-users-page.tsx'))
const UsersPage = page(paths.users(), () => import('../pages/users-page.tsx'))
const SettingsPage = page(paths.settings(), () => import('../pages/settings-page.tsx'))
const CalendarPage = page(paths.calendar(), () => import('../pages/calendar-page.tsx'))
const TeamCalendarPage = page(paths.teamCalendar(), () => import('../pages/team-calendar-page.tsx'))
const TasksPage = page(paths.tasks(), () => import('../pages/tasks-page.tsx'))
const TaskPage = page(paths.task(':id'), () => import('../pages/task-page.tsx'))
const NewTaskPage = page(paths.newTask(), () => import('../pages/new-task-page.tsx'))
const EditTaskPage = page(paths.editTask(':id'), () => import('../pages/edit-task-page.tsx'))

export function Router() {
  return (
    <Routes>
      <Route element={<GuestGuard />}>
        <Route path={paths.landing()} element={<LandingPage />} />
        <Route path={paths.login()} element={<LoginPage />} />
      </Route>

      <Route element={<RefreshOnReconnect />}>
        {/* Decides itself, by asking the server, whether it is there at all. */}
        <Route path={paths.setup()} element={<SetupPage />} />
        <Route path={paths.welcome()} element={<LinkPages />} />
        <Route path={paths.forgot()} element={<LinkPages />} />
        <Route path={paths.reset()} element={<LinkPages />} />
        <Route path={paths.unsubscribe()} element={<LinkPages />} />

        <Route element={<AuthenticatedGuard />}>
          <Route path={paths.account()} element={<AccountPage />} />
          <Route path={paths.notifications()} element={<NotificationsPage />} />
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
          <Route path={paths.blockers()} element={<BlockersPage />} />
          <Route path={paths.registerUser()} element={<RegisterUserPage />} />
          <Route path={paths.projects()} element={<ManageProjectsPage />} />
          <Route path={paths.projectSummary(':projectId')} element={<ProjectSummaryPage />} />
          <Route path={paths.projectHours()} element={<ProjectHoursPage />} />
          <Route path={paths.users()} element={<UsersPage />} />
          <Route path={paths.importUsers()} element={<ImportUsersPage />} />
        </Route>

        <Route element={<SettingsGuard />}>
          <Route path={paths.settings()} element={<SettingsPage />} />
        </Route>
      </Route>

      <Route path="*" element={<Navigate to={paths.landing()} replace />} />
    </Routes>
  )
}
