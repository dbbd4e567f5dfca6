import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter, useLocation } from 'react-router'
import { App } from '../src/app/app.tsx'
import { createQueryClient } from '../src/app/data-cache.tsx'

/** Renders anything that needs the router and the query client; `here` returns the current URL. */
export function renderAt(path: string, children: ReactNode) {
  window.history.replaceState(null, '', path)
  const queryClient = createQueryClient()
  let here = ''
  function Here() {
    const { pathname, search } = useLocation()
    here = pathname + search
    return null
  }
  const view = render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        {children}
        <Here />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return { ...view, queryClient, here: () => here }
}

/** The whole app, opened at a path. */
export const renderApp = (path: string) => renderAt(path, <App />)
