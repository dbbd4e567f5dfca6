import { matchPath, useLocation } from 'react-router'
import { paths } from '../app/paths.ts'
import ForgotPage from './forgot-page.tsx'
import ResetPage from './reset-page.tsx'
import UnsubscribePage from './unsubscribe-page.tsx'
import WelcomePage from './welcome-page.tsx'

/** The pages that links in mails lead to, in one chunk. */
export default function LinkPages() {
  const { pathname } = useLocation()
  if (matchPath(paths.forgot(), pathname)) return <ForgotPage />
  if (matchPath(paths.unsubscribe(), pathname)) return <UnsubscribePage />
  return matchPath(paths.reset(), pathname) ? <ResetPage /> : <WelcomePage />
}
