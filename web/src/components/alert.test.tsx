import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { Alert, FlashMessage, withFlashMessage } from './alert.tsx'

test('an error is an alert and takes the focus', () => {
  render(<Alert variant="danger">It did not work</Alert>)
  expect(screen.getByRole('alert')).toHaveTextContent('It did not work')
  expect(screen.getByRole('alert')).toHaveFocus()
})

test('an error without takesFocus leaves the focus to the invalid field', () => {
  render(
    <Alert variant="danger" takesFocus={false}>
      It did not work
    </Alert>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('It did not work')
  expect(document.body).toHaveFocus()
})

test.each(['success', 'info', 'warning'] as const)(
  '%s is announced politely and leaves the focus',
  variant => {
    render(<Alert variant={variant}>Good to know</Alert>)
    expect(screen.getByRole('status')).toHaveTextContent('Good to know')
    expect(document.body).toHaveFocus()
  },
)

test('a warning with takesFocus takes the focus', () => {
  render(
    <Alert variant="warning" takesFocus>
      Two are left out
    </Alert>,
  )
  expect(screen.getByRole('status')).toHaveFocus()
})

test('an alert with onDismiss can be dismissed', async () => {
  const dismiss = vi.fn()
  render(
    <Alert variant="info" onDismiss={dismiss}>
      Good to know
    </Alert>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(dismiss).toHaveBeenCalledOnce()
})

test('a success is scrolled into view, also from far down in a list', () => {
  const scrolled = vi.fn()
  Object.assign(HTMLElement.prototype, { scrollIntoView: scrolled })
  render(<Alert variant="success">Saved</Alert>)
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('status')])
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
})

/** Navigates again before the page has rendered, as a fast user may. */
function GoesOnAtOnce({ to }: { to: string }) {
  const navigate = useNavigate()
  useLayoutEffect(() => void navigate(to), [navigate, to])
  return <FlashMessage />
}

beforeEach(() => window.history.replaceState(null, '', '/start'))

function Start() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate('/here', withFlashMessage('It is done.'))}>
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

test('the message of the last screen is shown once, and not again after a reload', async () => {
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
