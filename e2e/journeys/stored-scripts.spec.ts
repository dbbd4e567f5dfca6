import type { BrowserContext, Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../../scripts/browser.ts'
import { apiAs, today } from '../support/api.ts'
import { cast, tokenOf } from '../support/cast.ts'
import { hostileAddresses, hostileFiles, script } from '../support/hostile.ts'
import { panelsOf } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

// A PDF may hold a script too.
test.use({ launchOptions: { executablePath: findBrowser({ showsPdf: true }), args: browserArgs } })

/** Notes everything that runs or reaches out in any page of a context. */
async function watchForScripts(context: BrowserContext) {
  const seen: string[] = []
  await context.exposeFunction('ran', (what: unknown) => void seen.push(`ran: ${what}`))
  // Answers, not requests: what a policy stops is announced as a request and never leaves the browser.
  context.on('response', reply => {
    if (reply.url().includes('/stolen')) seen.push(`got ${reply.url()}`)
  })
  context.on('page', page => page.on('dialog', dialog => void seen.push(`dialog: ${dialog.message()}`)))
  return seen
}

/** What was typed is text: no element of it stands in the page, and no link leads to a script. */
async function expectOnlyText(page: Page) {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll(
      'body script:not([src]), img[src="x"], iframe, object, embed, [onload], [onerror], [onfocus], [onmouseover]',
    ).length,
    protocols: [...new Set([...document.links].map(link => link.protocol))].sort(),
  }))
  expect(found.elements, `elements on ${page.url()}`).toBe(0)
  // A lone colon: an address that the browser cannot read leads nowhere.
  const harmless = ['http:', 'https:', 'mailto:', ':']
  const strange = found.protocols.filter(protocol => !harmless.includes(protocol))
  expect(strange, `links on ${page.url()}`).toEqual([])
}

test('what people type is text on every screen that shows it', async ({ page, context, app, request }) => {
  // Many screens, one after the other.
  test.setTimeout(300_000)
  const seen = await watchForScripts(context)
  const ada = { ...cast.ada, name: script('admin') }
  const server = await app.startFresh({ admin: ada })
  const admin = await apiAs(request, server.url, ada)
  const dina = { ...cast.dina, name: script('developer') }
  const { user } = await admin.post('/auth/register', { ...dina })
  const developer = await apiAs(request, server.url, dina)

  const project = await admin.post('/projects', {
    name: script('project'),
    description: script('description'),
    developers: [user.id],
  })
  const { report } = await developer.post('/reports', {
    date: today(),
    tasks: `${script('summary')} https://example.com/"onmouseover="ran(1) javascript:ran(1)`,
    blockers: script('blockers'),
    tomorrow_plan: script('plan'),
    task_details: [{ description: script('row'), hours: '1.30', project_id: project.id }],
  })
  const [comment] = await developer.post(`/reports/${report.id}/comments`, { comment: script('comment') })
  await admin.post(`/reports/${report.id}/comments`, { comment: script('reply'), parent_id: comment.id })
  const newTask = { project_id: project.id, assigned_to: user.id, expected_hours: 2 }
  const { data: task } = await admin.post('/tasks', {
    ...newTask,
    title: script('title'),
    description: script('details'),
  })
  const { data: done } = await admin.post('/tasks', { ...newTask, title: script('done') })
  await admin.post(`/tasks/${done.id}/status`, {
    status: 'completed',
    actual_hours: 1,
    completion_note: script('note'),
  })
  for (const url of hostileAddresses)
    await admin.post(`/projects/${project.id}/urls`, { url_type: 'live', url })
  const upload = await request.post(`${server.url}/api/projects/${project.id}/files`, {
    headers: { 'x-auth-token': await tokenOf(request, server.url, ada) },
    multipart: {
      projectFile: {
        name: `<img src=x onerror=ran(1)>.html`,
        mimeType: 'text/html',
        buffer: Buffer.from('x'),
      },
    },
  })
  expect(upload.status()).toBe(201)

  /** Opens a screen, waits for what it shows of these fields, in words or in its inputs, and looks at it. */
  const look = async (path: string, ...fields: string[]) => {
    await page.goto(`${server.url}${path}`)
    await expect(page.getByText(/Signed in as:/).first()).toBeVisible()
    for (const field of fields) {
      const shown = page.getByText(`${field} </title></textarea>`, { exact: false })
      const typed = page.locator('input, textarea, select')
      await expect
        .poll(
          async () =>
            (await shown.count()) > 0 ||
            (
              await typed.evaluateAll(inputs =>
                inputs.map(input => {
                  const { value, textContent } = input as HTMLInputElement
                  return `${value} ${textContent}`
                }),
              )
            ).some(value => value.includes(`${field} </title>`)),
          { message: `${field} on ${path}`, timeout: 20_000 },
        )
        .toBe(true)
    }
    await expectOnlyText(page)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await storeToken(page, server.url, await tokenOf(request, server.url, dina))
  await look('/dashboard', 'project', 'title')
  await button(/^project /)
    .first()
    .click()
  const panels = panelsOf(page, project)
  await expect(panels.files.getByText('onerror=ran(1)')).toBeVisible()
  await expect(panels.urls.getByRole('listitem')).toHaveCount(hostileAddresses.length)
  await expectOnlyText(page)
  await look('/reports', 'summary')
  await look(`/reports/${report.id}`, 'row', 'project', 'blockers', 'plan', 'comment', 'reply')
  await look(`/reports/edit/${report.id}`, 'summary', 'row', 'blockers', 'plan', 'project')
  await look('/reports/new', 'project')
  await look('/tasks', 'title', 'done')
  await look(`/tasks/${task.id}`, 'title', 'details', 'admin', 'project')
  await look(`/tasks/${done.id}`, 'done', 'note')

  await storeToken(page, server.url, await tokenOf(request, server.url, ada))
  await look('/admin/dashboard', 'developer')
  await look('/admin/reports', 'developer', 'summary')
  await look(`/admin/reports?userId=${user.id}`, 'developer', 'project')
  await look(`/admin/reports/${report.id}`, 'developer', 'row', 'blockers', 'plan', 'comment', 'reply')
  await look(`/admin/projects/${project.id}/summary?userId=${user.id}`, 'project', 'developer', 'row')
  await look('/admin/project-hours', 'project', 'developer')
  await look('/admin/register')
  await look('/tasks/new', 'project', 'developer')
  await look(`/tasks/edit/${task.id}`, 'title', 'details', 'project', 'developer')
  await look(`/tasks/${task.id}`, 'title', 'developer')
  await button('Delete Task').click()
  await expectOnlyText(page)

  await look('/admin/projects', 'project', 'description', 'developer')
  await button(/^Resources for /).click()
  await expect(panels.urls.getByRole('listitem')).toHaveCount(hostileAddresses.length)
  await expect(panels.files.getByText('onerror=ran(1)')).toBeVisible()
  await expectOnlyText(page)
  for (const name of [/^Edit project /, /^Delete project /]) {
    await button(name).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectOnlyText(page)
    await close()
  }

  await look('/admin/users', 'admin', 'developer')
  for (const name of [/^Edit developer/, /^Reset .*developer/, /^Delete developer/]) {
    await button(name).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectOnlyText(page)
    if (!String(name).includes('Delete')) await close()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('has been successfully deleted.')).toBeVisible()
  await expectOnlyText(page)

  expect(seen).toEqual([])
})

test('hostile files run nothing and read nothing, previewed or downloaded', async ({
  page,
  context,
  app,
  signInAs,
  request,
  consoleWatch,
}) => {
  test.setTimeout(300_000)
  // The browser says what the policies have stopped, and that some of these are no good files.
  consoleWatch.allow(
    /Content Security Policy|sandboxed|origin-keyed|Refused to|Failed to load|error on line|parser/i,
  )
  const seen = await watchForScripts(context)
  const token = await signInAs(page, cast.ada)
  await page.evaluate(() => localStorage.setItem('canary', 'the canary'))
  const api = await apiAs(request, app.url, cast.ada)
  const project = await api.post('/projects', { name: `Hostile files ${crypto.randomUUID()}` })

  const open = async (tab: Page, path: string) => {
    // From a page of the app's own origin, as the app does it.
    await tab.goto(`${app.url}/healthz`)
    const answering = tab.waitForResponse(reply => reply.url().endsWith(path))
    await tab.evaluate(
      ([action, value]) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = action
        form.innerHTML = '<input name="token"><input name="preview" value="true">'
        ;(form.elements[0] as HTMLInputElement).value = value
        document.body.append(form)
        form.submit()
      },
      [path, token] as const,
    )
    return (await answering).headers()
  }

  const tab = await context.newPage()
  for (const [name, content] of Object.entries(hostileFiles)) {
    const upload = await request.post(`${app.url}/api/projects/${project.id}/files`, {
      headers: { 'x-auth-token': token },
      multipart: { projectFile: { name, mimeType: 'text/html', buffer: Buffer.from(content, 'latin1') } },
    })
    const { id } = await upload.json()
    const answers = await Promise.all(
      ['preview', 'download'].map(async action =>
        (
          await request.post(`${app.url}/api/files/${id}/${action}`, { headers: { 'x-auth-token': token } })
        ).headers(),
      ),
    )
    for (const headers of answers) expect(headers['x-content-type-options'], name).toBe('nosniff')
    const [preview, download] = answers
    expect(download, name).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-type': 'application/octet-stream',
    })
    if (!preview?.['content-disposition']?.startsWith('inline')) continue

    await open(tab, `/api/files/${id}/preview`)
    // Arrived before it is left again; a PDF is shown outside of the page and never says that it has loaded.
    const isPdf = preview['content-type'] === 'application/pdf'
    await tab.waitForURL(`**/api/files/${id}/preview`, { waitUntil: isPdf ? 'commit' : 'load' })
    if (isPdf) continue
    expect(preview['content-security-policy'], name).toMatch(/^sandbox;/)
    expect(await tab.evaluate(readCanary), name).toBe('SecurityError')
    const link = tab.locator('#a')
    if ((await link.count()) > 0) await link.click({ force: true })
    expect(await tab.title(), name).not.toBe('Taken over')
  }

  // A download stays one, also for a page that would have run.
  const { id } = (await api.get(`/projects/${project.id}/files`)).find(
    (file: { file_name: string }) => file.file_name === 'page.html',
  )
  const downloading = tab.waitForEvent('download')
  await open(tab, `/api/files/${id}/download`)
  expect((await downloading).suggestedFilename()).toBe('page.html')
  expect(seen).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('canary'))).toBe('the canary')
})

function readCanary(): string | null {
  try {
    return localStorage.getItem('canary')
  } catch (error) {
    return (error as DOMException).name
  }
}
