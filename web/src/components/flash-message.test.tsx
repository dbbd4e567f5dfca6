import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { carrying, FlashMessage } from './flash-message.tsx'

/** Navigates again before the page has rendered, as a fast user does. */
function GoesOnAtOnce({ to }: { to: string }) {
  const navigate = useNavigate()
  useLayoutEffect(() => void navigate(to), [navigate, to])
  return <FlashMessage />
}

beforeEach(() => window.history.replaceState(null, '', '/start'))

function Start() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate('/here', carrying('It is done.'))}>
      Do it
    </button>
  )
}
const doIt = async () => userEvent.click(await screen.findByRole('button', { name: 'Do it' }))

function App({ goesOn = false }: { goesOn?: boolean }) {
  return (
    <BrowserRouter>
      <Routes>
        <Route path="/start" element={<Start />} />
        <Route path="/here" element={goesOn ? <GoesOnAtOnce to="/there" /> : <FlashMessage />} />
        <Route path="/there" element={<h1>There</h1>} />
      </Routes>
    </BrowserRouter>
  )
}

test('says what was carried, and after a reload no more', async () => {
  const { unmount } = render(<App />)
  await doIt()
  expect(await screen.findByText('It is done.')).toBeVisible()
  unmount()
  render(<App />)
  expect(screen.queryByText('It is done.')).toBeNull()
})

test('a user who navigates again at once stays on the new page', async () => {
  render(<App goesOn />)
  await doIt()
  expect(await screen.findByRole('heading', { name: 'There' })).toBeVisible()
  expect(window.location.pathname).toBe('/there')
})
