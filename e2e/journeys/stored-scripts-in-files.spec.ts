import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { cast } from '../support/cast.ts'
import { hostileFiles, watchForScripts } from '../support/hostile.ts'
import { expect, test } from '../support/test.ts'

// A PDF may contain a script too. This is a separate file because another browser needs another worker.
test.use({ launchOptions: { executablePath: findBrowser({ showsPdf: true }), args: browserArgs } })

test('hostile files run and read nothing, previewed or downloaded', async ({
  page,
  context,
  app,
  signInAs,
  request,
  consoleWatch,
}) => {
  test.setTimeout(300_000)
  // The browser logs what the policies blocked, and that some of these files are invalid.
  consoleWatch.allow(
    /Content Security Policy|sandboxed|origin-keyed|Refused to|Failed to load|error on line|parser/i,
  )
  const seen = await watchForScripts(context)
  const token = await signInAs(page, cast.ada)
  await page.evaluate(() => localStorage.setItem('canary', 'the canary'))
  const api = await apiAs(request, app.url, cast.ada)
  const project = await api.post('/projects', { name: `Hostile files ${crypto.randomUUID()}` })

  const open = async (tab: Page, path: string) => {
    // The form is sent from a page of the app's origin, as in the app.
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
    // Wait for the response instead of `load`, because the viewer of a PDF never fires it.
    const isPdf = preview['content-type'] === 'application/pdf'
    await tab.waitForURL(`**/api/files/${id}/preview`, { waitUntil: isPdf ? 'commit' : 'load' })
    if (isPdf) continue
    expect(preview['content-security-policy'], name).toMatch(/^sandbox;/)
    expect(await tab.evaluate(readCanary), name).toBe('SecurityError')
    const link = tab.locator('#a')
    if ((await link.count()) > 0) await link.click({ force: true })
    expect(await tab.title(), name).not.toBe('Taken over')
  }

  // A page with a script is still downloaded and not opened.
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
