import type { Page } from '@playwright/test'
import { apiAs, today } from '../support/api.ts'
import { cast, tokenOf } from '../support/cast.ts'
import { hostileAddresses, script, watchForScripts } from '../support/hostile.ts'
import { panelsOf } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

/** Fails if typed text became an element of the page or a link to a script. */
async function expectOnlyText(page: Page) {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll(
      'body script:not([src]), img[src="x"], iframe, object, embed, [onload], [onerror], [onfocus], [onmouseover]',
    ).length,
    protocols: [...new Set([...document.links].map(link => link.protocol))].sort(),
  }))
  expect(found.elements, `elements on ${page.url()}`).toBe(0)
  // A URL that the browser cannot parse has only a colon as its protocol, and is harmless.
  const harmless = ['http:', 'https:', 'mailto:', ':']
  const strange = found.protocols.filter(protocol => !harmless.includes(protocol))
  expect(strange, `links on ${page.url()}`).toEqual([])
}

test('typed markup is shown as text on every screen', async ({ page, context, app, request }) => {
  // The test opens many screens one after the other.
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

  /** Opens a screen, waits until it shows these fields as text or in inputs, and checks it. */
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
