// Imported before the features, whose styles override it.
import './theme/theme.scss'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { keptPageAttribute } from '#shared/service-worker.ts'
import { App } from './app/app.tsx'
import { loadPage } from './app/page-files.ts'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { openedWithoutServer } from './lib/connection.ts'
import { readToken } from './lib/sign-in.ts'
import { startTheme } from './lib/theme.ts'
import { start as startServiceWorker } from './pwa/start.ts'

startTheme()
if (document.documentElement.hasAttribute(keptPageAttribute)) openedWithoutServer()
// The page's chunk is loaded while the token is being checked.
if (readToken() !== null) loadPage(location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>,
)

// After everything that the page itself needs.
window.addEventListener('load', () => void startServiceWorker().catch(() => {}))
