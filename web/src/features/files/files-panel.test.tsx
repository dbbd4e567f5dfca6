import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { ProjectFile } from '#shared/contract/files.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { answer, fakeApi, personOf, refusal } from '../../../test/fake-api.ts'
import { fakeUploads } from '../../../test/fake-upload.ts'
import { makeFile } from '../../../test/projects.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { ActorContext } from '../../lib/can.tsx'
import { FilesPanel } from './files-panel.tsx'

const list = 'GET /api/projects/1/files'
const ok = (body: unknown) => ({ status: 200, body })
type Answers = Parameters<typeof fakeApi>[0]

function open(role: Role, files: ProjectFile[], answers: Answers = {}) {
  const api = fakeApi({ [list]: ok(files), ...answers })
  localStorage.setItem('token', 'my-token')
  renderAt(
    '/',
    <ActorContext value={personOf(role)}>
      <FilesPanel projectId={1} projectName="Apollo" />
    </ActorContext>,
  )
  return { api, user: userEvent.setup() }
}

const row = async (name: string) => {
  const item = (await screen.findByText(name)).closest('li')
  if (!item) throw new Error(`${name} has no row`)
  return within(item)
}

/** The posted forms, as URL and fields. */
function watchForms() {
  const posted: { action: string; target: string; method: string; fields: Record<string, string> }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = Object.fromEntries(
      [...this.querySelectorAll('input')].map(({ name, value }) => [name, value]),
    )
    posted.push({
      action: this.getAttribute('action') ?? '',
      target: this.target,
      method: this.method,
      fields,
    })
  })
  return posted
}

test('a row shows name, size, uploader and the day as YYYY-MM-DD', async () => {
  open('developer', [makeFile({ created_at: new Date(2026, 2, 2, 12).toISOString() })])
  const file = await row('plan.pdf')
  expect(file.getByText('Sam Silva').parentElement).toHaveTextContent('1.5 kB · Sam Silva · 2026-03-02')
  expect(file.getByText('2026-03-02')).toBeVisible()
})

test('staff can open and add files, but not delete them', async () => {
  open('designer', [makeFile({ pendingDeletion: true })])
  const file = await row('plan.pdf')
  expect(file.getByText('Pending Deletion')).toBeVisible()
  expect(file.getAllByRole('button').map(button => button.getAttribute('aria-label'))).toEqual([
    'Preview plan.pdf',
    'Download plan.pdf',
  ])
  expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible()
})

/** Makes `window.open` return an object in place of a real tab. */
function watchTabs() {
  const tab = {
    opener: window as Window | null,
    close: vi.fn(),
    document: document.implementation.createHTMLDocument(),
  }
  return { tab, opened: vi.spyOn(window, 'open').mockReturnValue(tab as never) }
}

test('preview and download post the token to a new tab', async () => {
  const posted = watchForms()
  const { opened } = watchTabs()
  const { user } = open('developer', [makeFile()], { 'GET /api/files/5/metadata': ok(makeFile()) })
  await user.click(await screen.findByRole('button', { name: 'Preview plan.pdf' }))
  await waitFor(() => expect(posted).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Download plan.pdf' }))
  await waitFor(() => expect(posted).toHaveLength(2))
  const common = { target: expect.stringMatching(/^file-/), method: 'post' }
  expect(posted).toEqual([
    { ...common, action: '/api/files/5/preview', fields: { token: 'my-token', preview: 'true' } },
    { ...common, action: '/api/files/5/download', fields: { token: 'my-token' } },
  ])
  expect(opened.mock.calls.map(([, name]) => name)).toEqual(posted.map(({ target }) => target))
  expect(new Set(posted.map(({ target }) => target)).size).toBe(2)
  expect(document.querySelector('form')).toBeNull()
})

test('a file that browsers cannot show has no preview', async () => {
  open('developer', [makeFile({ file_name: 'all.zip' })])
  const file = await row('all.zip')
  expect(file.queryByRole('button', { name: /Preview/ })).toBeNull()
  expect(file.getByRole('button', { name: 'Download all.zip' })).toBeVisible()
})

test.each([
  ['Preview', 'Failed to preview file.'],
  ['Download', 'Failed to download file.'],
])('%s of a deleted file shows an error, closes the tab and reloads the list', async (action, sentence) => {
  allowConsole(/^File not found/)
  const posted = watchForms()
  const { tab } = watchTabs()
  const { user } = open('developer', [], {
    [list]: [ok([makeFile()]), ok([])],
    'GET /api/files/5/metadata': refusal(404, 'File not found'),
  })
  await user.click(await screen.findByRole('button', { name: `${action} plan.pdf` }))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(await screen.findByText('No files uploaded')).toBeVisible()
  expect(tab.close).toHaveBeenCalledOnce()
  expect(posted).toEqual([])
})

describe('while the server checks that the file exists', () => {
  function openSlowly() {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const posted = watchForms()
    const { tab, opened } = watchTabs()
    let reply = (_response: Response) => {}
    const slow = () => new Promise<Response>(resolve => (reply = resolve))
    const { user } = open('developer', [makeFile()], { 'GET /api/files/5/metadata': slow })
    return { posted, tab, opened, user, reply: (response: Response) => reply(response) }
  }
  const preview = () => screen.findByRole('button', { name: 'Preview plan.pdf' })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('an empty tab opens during the click, and then shows the file', async () => {
    const { posted, tab, opened, reply } = openSlowly()
    // Not `await user.click(…)`, because the tab must be opened before the next microtask.
    const button = await preview()
    fireEvent.click(button)
    expect(opened).toHaveBeenCalledOnce()
    expect(tab.opener).toBeNull()
    expect(tab.document.body.textContent).toBe('Opening the file…')
    expect(posted).toEqual([])
    reply(answer(200, makeFile()))
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(posted[0]?.target).toBe(opened.mock.calls[0]?.[1])
    expect(tab.close).not.toHaveBeenCalled()
  })

  test('the tab of a download is closed', async () => {
    const { posted, tab, user, reply } = openSlowly()
    await user.click(await screen.findByRole('button', { name: 'Download plan.pdf' }))
    reply(answer(200, makeFile()))
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(tab.close).not.toHaveBeenCalled()
    await pass(limits.downloadTabMs)
    expect(tab.close).toHaveBeenCalledOnce()
  })

  test('the tab of a download from a slow server is not closed before the download can begin', async () => {
    const { posted, tab, user, reply } = openSlowly()
    await user.click(await screen.findByRole('button', { name: 'Download plan.pdf' }))
    await pass(5000)
    reply(answer(200, makeFile()))
    await waitFor(() => expect(posted).toHaveLength(1))
    await pass(14_000)
    expect(tab.close).not.toHaveBeenCalled()
    await pass(5000)
    expect(tab.close).toHaveBeenCalledOnce()
  })

  test('the tab is closed again when the file is deleted', async () => {
    allowConsole(/^File not found/)
    const { posted, tab, user, reply } = openSlowly()
    await user.click(await preview())
    reply(answer(404, refusal(404, 'File not found').body))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to preview file.')
    expect(tab.close).toHaveBeenCalledOnce()
    expect(posted).toEqual([])
  })

  test('a browser that blocks the tab leads to an error', async () => {
    const { opened, user } = openSlowly()
    opened.mockReturnValue(null)
    await user.click(await preview())
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to preview file.')
  })
})

const marked = { msg: 'File marked for deletion.', blurred: true }
const removed = { msg: 'File deleted.', blurred: false }

test('a manager confirms a deletion, and the file is pending at once', async () => {
  const { user, api } = open('manager', [], {
    [list]: [ok([makeFile()]), ok([makeFile({ pendingDeletion: true })])],
    'DELETE /api/files/5': ok(marked),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete plan.pdf' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(
    dialog.getByText(
      'This will mark the file for deletion. An admin will need to complete the deletion. Continue?',
    ),
  ).toBeVisible()
  expect(api.named('DELETE /api/files/5')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Mark for deletion' }))
  expect(await screen.findByText('Pending Deletion')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete plan.pdf' })).toBeDisabled()
})

test.each([
  [false, 'Are you sure you want to delete this file?'],
  [true, 'This file was marked for deletion by a manager. Confirm permanent deletion?'],
])(
  'an admin confirms a deletion, and the file is removed (pending: %s)',
  async (pendingDeletion, question) => {
    const { user } = open('admin', [], {
      [list]: [ok([makeFile({ pendingDeletion })]), ok([])],
      'DELETE /api/files/5': ok(removed),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete plan.pdf' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(question)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No files uploaded')).toBeVisible()
  },
)

test('an admin can restore pending files only', async () => {
  const pending = makeFile({ pendingDeletion: true })
  const other = makeFile({ id: 6, file_name: 'other.txt' })
  const { user } = open('admin', [], {
    [list]: [ok([pending, other]), ok([makeFile(), other])],
    'PUT /api/files/5/unblur': ok(makeFile()),
  })
  await user.click(await screen.findByRole('button', { name: 'Restore plan.pdf' }))
  expect(screen.queryByRole('button', { name: 'Restore other.txt' })).toBeNull()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Are you sure you want to restore this file?')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(screen.queryByText('Pending Deletion')).toBeNull())
})

test.each([
  ['Delete', 'DELETE /api/files/5', 'Failed to delete file.'],
  ['Restore', 'PUT /api/files/5/unblur', 'Failed to restore file.'],
])('%s shows an error in the panel when it fails', async (action, call, sentence) => {
  allowConsole(/status 500/)
  const { user } = open('admin', [makeFile({ pendingDeletion: true })], { [call]: { status: 500 } })
  await user.click(await screen.findByRole('button', { name: `${action} plan.pdf` }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: action }))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByText('plan.pdf')).toBeVisible()
})

test('a list that failed to load can be loaded again', async () => {
  allowConsole(/status 500/)
  const { user } = open('developer', [], { [list]: [{ status: 500 }, ok([makeFile()])] })
  expect(await screen.findByText('Failed to load files.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('plan.pdf')).toBeVisible()
})

const picked = (...names: string[]) => names.map(name => new File(['x'], name))

test('several uploads show progress, a failed one its reason, and a finished one is listed at once', async () => {
  allowConsole(/larger than 25 MB/, /^No response to POST/)
  const sent = fakeUploads()
  const { user } = open('developer', [], {
    [list]: [ok([]), ok([makeFile({ file_name: 'b.txt' })])],
  })
  await screen.findByText('No files uploaded')
  await user.upload(
    screen.getByLabelText('Upload files to Apollo'),
    picked('a.txt', 'b.txt', 'c.txt', 'd.txt'),
  )
  // Three uploads run at once.
  expect(sent).toHaveLength(3)
  expect(sent[0]?.url).toBe('/api/projects/1/files')
  expect(sent[0]?.headers).toEqual({ 'x-auth-token': 'my-token' })
  expect(sent[0]?.form.get('projectFile')).toHaveProperty('name', 'a.txt')
  act(() => sent[1]?.progress(40))
  expect(screen.getByRole('progressbar', { name: 'Uploading b.txt' })).toHaveAttribute('aria-valuenow', '40')

  await act(async () => sent[0]?.answer(413, { msg: 'This file is larger than 25 MB.', error: '' }))
  expect(await screen.findByText('One or more file uploads failed.')).toBeVisible()
  expect((await row('a.txt')).getByText('This file is larger than 25 MB.')).toBeVisible()
  expect(sent).toHaveLength(4)
  await act(async () => sent[1]?.answer(201, makeFile({ file_name: 'b.txt' })))
  const files = within(await screen.findByRole('list', { name: 'Files for Apollo' }))
  expect(files.getByText('b.txt')).toBeVisible()

  await act(async () => sent[2]?.breakOff())
  await user.click(await screen.findByRole('button', { name: 'Upload c.txt again' }))
  expect(screen.queryByRole('button', { name: 'Upload a.txt again' })).toBeNull()
  expect(sent).toHaveLength(5)

  await user.click(screen.getByRole('button', { name: 'Cancel upload of d.txt' }))
  expect(sent[3]?.isAborted).toBe(true)
  expect(screen.queryByText('d.txt')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Dismiss a.txt' }))
  expect(screen.queryByText('One or more file uploads failed.')).toBeNull()
})

test('files can be dropped', async () => {
  const sent = fakeUploads()
  open('developer', [])
  const panel = await screen.findByRole('region', { name: 'Files for Apollo' })
  const dataTransfer = { types: ['Files'], files: picked('dropped.txt') }
  fireEvent.dragOver(panel, { dataTransfer })
  expect(screen.getByText('Drop to upload')).toBeVisible()
  fireEvent.drop(panel, { dataTransfer })
  expect(screen.queryByText('Drop to upload')).toBeNull()
  expect(sent).toHaveLength(1)
  expect(screen.getByText('dropped.txt')).toBeVisible()
})
