import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer } from '../../test/fake-api.ts'
import { refreshShown } from '../lib/connection.ts'
import { lazily } from '../lib/lazily.ts'
import { ErrorBoundary } from './error-boundary.tsx'

function Broken(): never {
  throw new Error('broken')
}
const NeverLoads = lazily<object>(() => Promise.reject(new TypeError('Failed to fetch')))

test('a failing page is replaced by an error with a Reload button, and its heading has the focus', async () => {
  allowConsole(/broken/, /error occurred/)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

describe('a page whose script cannot be loaded', () => {
  let isThere: boolean

  function open(isPart = false) {
    allowConsole(/couldn't be loaded/, /error occurred/)
    vi.stubGlobal('fetch', async () => {
      if (!isThere) throw new TypeError('Failed to fetch')
      return answer(200, { status: 'ok' })
    })
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    render(
      <ErrorBoundary isPart={isPart}>
        <Suspense>
          <NeverLoads />
        </Suspense>
      </ErrorBoundary>,
    )
    return reload
  }
  const retry = () => screen.findByRole('button', { name: 'Try again' })

  test('says that the server is away, tries again on request, and by itself once it is back', async () => {
    isThere = false
    const reload = open()
    expect(await screen.findByText(messages.general.noResponse)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: "This page couldn't be loaded" })).toHaveFocus()
    await userEvent.click(await retry())
    await waitFor(async () => expect(await retry()).toBeEnabled())
    expect(reload).not.toHaveBeenCalled()
    const asked = vi.spyOn(window, 'fetch')
    refreshShown()
    await waitFor(() => expect(asked).toHaveBeenCalledOnce())
    await expect(asked.mock.results[0]?.value).rejects.toThrow('Failed to fetch')
    expect(reload).not.toHaveBeenCalled()
    isThere = true
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  test('is reloaded when the server is there, as after an update, but only once by itself', async () => {
    isThere = true
    const reload = open()
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    cleanup()
    open()
    expect(await screen.findByText(messages.general.appUpdated)).toBeVisible()
    await waitFor(async () => expect(await retry()).toBeEnabled())
    expect(reload).toHaveBeenCalledOnce()
    await userEvent.click(await retry())
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  })

  test('a part of a page is reloaded by itself too, but only once', async () => {
    isThere = true
    const reload = open(true)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    window.dispatchEvent(new Event('online'))
    await waitFor(async () => expect(await retry()).toBeEnabled())
    expect(reload).toHaveBeenCalledOnce()
  })

  test('a part of a page with typed text is reloaded only by the user', async () => {
    isThere = true
    render(<textarea aria-label="Note" />)
    await userEvent.type(screen.getByLabelText('Note'), 'Half a thought')
    const reload = open(true)
    await waitFor(async () => expect(await retry()).toBeEnabled())
    expect(screen.getByRole('alert')).toHaveTextContent("This part couldn't be loaded")
    const shown = screen.getByRole('alert')
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(shown).not.toBeInTheDocument())
    await waitFor(async () => expect(await retry()).toBeEnabled())
    expect(reload).not.toHaveBeenCalled()
    await userEvent.click(await retry())
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })
})

test('the next page is rendered even if this one failed', () => {
  allowConsole(/broken/, /error occurred/)
  const { rerender } = render(
    <ErrorBoundary resetKey="/broken">
      <Broken />
    </ErrorBoundary>,
  )
  rerender(<ErrorBoundary resetKey="/fine">fine</ErrorBoundary>)
  expect(screen.getByText('fine')).toBeVisible()
})

describe('a part whose script loads at the second attempt', () => {
  function makePart() {
    allowConsole(/couldn't be loaded/, /error occurred/)
    const load = vi
      .fn<() => Promise<{ default: () => string }>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue({ default: () => 'The part' })
    return { load, Part: lazily<object>(load) }
  }

  test('recovers by itself once the connection is back, without a reload', async () => {
    let isThere = false
    vi.stubGlobal('fetch', async () => {
      if (!isThere) throw new TypeError('Failed to fetch')
      return answer(200, { status: 'ok' })
    })
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    const { Part } = makePart()
    render(
      <ErrorBoundary isPart>
        <Suspense>
          <Part />
        </Suspense>
      </ErrorBoundary>,
    )
    expect(await screen.findByText(messages.general.noResponse)).toBeVisible()
    isThere = true
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('The part')).toBeVisible()
    expect(reload).not.toHaveBeenCalled()
  })

  test('a dialog that could not be loaded shows the error in a dialog, and opens at the next attempt', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const { Part } = makePart()
    const onClose = vi.fn()
    const at = (open?: string) => (
      <ErrorBoundary isPart resetKey={open} onClose={onClose}>
        <Suspense>{open && <Part />}</Suspense>
      </ErrorBoundary>
    )
    const { rerender } = render(at('add'))
    expect(await screen.findByRole('dialog', { name: messages.general.partNotLoaded })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
    rerender(at())
    expect(screen.queryByRole('dialog')).toBeNull()
    rerender(at('add'))
    expect(await screen.findByText('The part')).toBeVisible()
  })
})

test('a script that never loads counts as failed after the time limit, and is not reloaded repeatedly', async () => {
  allowConsole(/couldn't be loaded/, /error occurred/)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async () => answer(200, { status: 'ok' }))
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const Stalled = lazily<object>(() => new Promise(() => {}))
  render(
    <ErrorBoundary>
      <Suspense>
        <Stalled />
      </Suspense>
    </ErrorBoundary>,
  )
  await act(() => vi.advanceTimersByTimeAsync(limits.readTimeoutMs))
  expect(await screen.findByRole('heading', { name: messages.general.pageNotLoaded })).toHaveFocus()
  expect(await screen.findByText(messages.general.noResponse)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled())
  expect(reload).not.toHaveBeenCalled()
})
