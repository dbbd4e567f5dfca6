import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer } from '../../test/fake-api.ts'
import { lazily } from '../lib/lazily.ts'
import { ErrorBoundary } from './error-boundary.tsx'

function Broken(): never {
  throw new Error('broken')
}
const NeverLoads = lazily<object>(() => Promise.reject(new TypeError('Failed to fetch')))

test('a failing page becomes a friendly one, with the focus on its heading and a Reload button', async () => {
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

  test('a part of a page leaves the reload to its reader', async () => {
    isThere = true
    const reload = open(true)
    await waitFor(async () => expect(await retry()).toBeEnabled())
    expect(screen.getByRole('alert')).toHaveTextContent("This part couldn't be loaded")
    window.dispatchEvent(new Event('online'))
    expect(reload).not.toHaveBeenCalled()
    await userEvent.click(await retry())
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })
})

test('the next page gets its own chance', () => {
  allowConsole(/broken/, /error occurred/)
  const { rerender } = render(
    <ErrorBoundary resetKey="/broken">
      <Broken />
    </ErrorBoundary>,
  )
  rerender(<ErrorBoundary resetKey="/fine">fine</ErrorBoundary>)
  expect(screen.getByText('fine')).toBeVisible()
})
