import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { PageMemory } from '../components/page.tsx'
import { Spinner } from '../components/placeholders.tsx'
import { WaitingReports } from '../features/reports/waiting/waiting-reports.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { AuthProvider } from '../features/sign-in/auth-provider.tsx'
import { useActor } from '../lib/can.tsx'
import { useIsLoading } from '../lib/lazily.ts'
import { DataCache } from './data-cache.tsx'
import { Navigation } from './navigation.tsx'
import { usePrefetchPages } from './page-files.ts'
import { Router } from './router.tsx'

/** Everything inside the router; tests provide their own router. */
export function App() {
  return (
    <AuthProvider>
      <DataCache>
        <PageMemory>
          <Layout>
            <Router />
          </Layout>
        </PageMemory>
      </DataCache>
    </AuthProvider>
  )
}

function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const user = useActor()
  const mustSetUp = useAuth().user?.second_step !== undefined
  usePrefetchPages()
  const isLoading = useIsLoading()
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {isLoading && <div className="loading-bar" aria-hidden="true" />}
      {/* Until the user has set up their second step, the server refuses all other pages and calls. */}
      {!mustSetUp && <Navigation />}
      <main id="main" tabIndex={-1} aria-busy={isLoading || undefined}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<Spinner />}>{children}</Suspense>
        </ErrorBoundary>
        {user && !mustSetUp && <WaitingReports key={user.id} user={user} />}
      </main>
    </>
  )
}
