import type { Page, Route } from '@playwright/test'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { makeProject, openResources, panelsOf } from '../support/projects.ts'
import { pdfFile, pngFile, textFile } from '../support/sample-files.ts'
import { expect, storeToken, test } from '../support/test.ts'

/** Answers the confirmation dialog that a click has opened. */
async function confirm(page: Page, question: string, button: string) {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(question)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a file and a link are marked by a manager, restored by an admin, and removed', async ({
  page,
  browser,
  app,
  signInAs,
  consoleWatch,
}) => {
  // At the end the manager requests files and links that were removed.
  consoleWatch.allow(/status of 404/, /File not found/)
  const project = await makeProject(page.request, app.url, await signInAs(page, cast.max), { name: 'Both' })
  const { files, urls } = await openResources(page, project)
  const file = files.getByRole('listitem').filter({ hasText: 'plän.txt' })
  const link = urls.getByRole('listitem')

  await test.step('the manager uploads a file, adds a link and edits it', async () => {
    await files.getByLabel(`Upload files to ${project.name}`).setInputFiles(textFile('plän.txt', 'Our plan'))
    await expect(file).toContainText(`8 bytes · ${cast.max.name} · `)
    await expect(file).toContainText(/\d{4}-\d{2}-\d{2}/)

    await expect(urls.getByText('No URLs added')).toBeVisible()
    await urls.getByLabel('Type').selectOption('DB')
    await urls.getByLabel('URL', { exact: true }).fill('  db.example.com:5432/main ')
    await urls.getByRole('button', { name: 'Add' }).click()
    const address = link.getByRole('link', { name: 'db.example.com:5432/main' })
    await expect(address).toHaveAttribute('href', 'https://db.example.com:5432/main')
    await expect(address).toHaveAttribute('target', '_blank')
    await expect(address).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link.getByText('DB', { exact: true })).toBeVisible()
    await expect(urls.getByLabel('Type')).toHaveValue('live')
    await expect(urls.getByLabel('URL', { exact: true })).toHaveValue('')

    await link.getByRole('button', { name: /^Edit/ }).click()
    await expect(urls.getByLabel('URL', { exact: true })).toBeFocused()
    await expect(urls.getByLabel('Type')).toHaveValue('database')
    await urls.getByLabel('URL', { exact: true }).fill('javascript:alert(1)')
    await urls.getByRole('button', { name: 'Confirm' }).click()
    await expect(link).toContainText('javascript:alert(1)')
    await expect(link.getByRole('link')).toHaveCount(0)
    await expect(urls.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  })

  const markBoth = async () => {
    await file.getByRole('button', { name: 'Delete plän.txt' }).click()
    await confirm(
      page,
      'This will mark the file for deletion. An admin will need to complete the deletion. Continue?',
      'Mark for deletion',
    )
    await expect(file.getByText('Pending Deletion')).toBeVisible()
    await link.getByRole('button', { name: /^Delete/ }).click()
    await confirm(
      page,
      'This will mark the URL for deletion. An admin will need to complete the deletion. Continue?',
      'Mark for deletion',
    )
    await expect(link.getByText('Pending Deletion')).toBeVisible()
    await expect(link.getByRole('button', { name: /^Edit/ })).toBeDisabled()
  }
  await markBoth()
  // The manager can't restore it or mark it again, but can still open it.
  await expect(file.getByRole('button', { name: /Restore/ })).toHaveCount(0)
  await expect(file.getByRole('button', { name: 'Delete plän.txt' })).toBeDisabled()
  await expect(file.getByRole('button', { name: 'Preview plän.txt' })).toBeEnabled()

  const adaPage = await (await browser.newContext({ baseURL: app.url })).newPage()
  await signInAs(adaPage, cast.ada)
  const theirs = await openResources(adaPage, project)
  const theirFile = theirs.files.getByRole('listitem').filter({ hasText: 'plän.txt' })
  const theirLink = theirs.urls.getByRole('listitem')
  await test.step('the admin restores both', async () => {
    await theirFile.getByRole('button', { name: 'Restore plän.txt' }).click()
    await expectNoAxeViolations(adaPage)
    await confirm(adaPage, 'Are you sure you want to restore this file?', 'Restore')
    await expect(theirFile.getByText('Pending Deletion')).toBeHidden()
    await theirLink.getByRole('button', { name: /^Restore/ }).click()
    await confirm(adaPage, 'Are you sure you want to restore this URL?', 'Restore')
    await expect(theirLink.getByText('Pending Deletion')).toBeHidden()
  })

  await openResources(page, project)
  await expect(file).toBeVisible()
  await expect(file.getByText('Pending Deletion')).toHaveCount(0)
  await markBoth()

  await test.step('the admin removes both, and a link of their own', async () => {
    await openResources(adaPage, project)
    await theirFile.getByRole('button', { name: 'Delete plän.txt' }).click()
    await confirm(
      adaPage,
      'This file was marked for deletion by a manager. Confirm permanent deletion?',
      'Delete',
    )
    await expect(theirs.files.getByText('No files uploaded')).toBeVisible()
    await expect(theirs.files.getByRole('heading', { name: 'Files' })).toBeFocused()
    await theirLink.getByRole('button', { name: /^Delete/ }).click()
    await confirm(
      adaPage,
      'This URL was marked for deletion by a manager. Confirm permanent deletion?',
      'Delete',
    )
    await expect(theirs.urls.getByText('No URLs added')).toBeVisible()

    await theirs.urls.getByLabel('URL', { exact: true }).fill('https://example.com')
    await theirs.urls.getByRole('button', { name: 'Add' }).click()
    await theirLink.getByRole('button', { name: /^Delete/ }).click()
    await confirm(adaPage, 'Are you sure you want to delete this URL?', 'Delete')
    await expect(theirs.urls.getByText('No URLs added')).toBeVisible()
    await adaPage.context().close()
  })

  // The manager's screen is out of date; after an error it shows the removal.
  await file.getByRole('button', { name: 'Download plän.txt' }).click()
  await expect(files.getByText('Failed to download file.')).toBeVisible()
  await expect(files.getByText('No files uploaded')).toBeVisible()
})

test('uploads show progress, can be cancelled, dropped and combined, and refuse bad files', async ({
  page,
  app,
  request,
  consoleWatch,
}) => {
  consoleWatch.allow(/status of (413|400)/, /This file is (larger than 1 MB|empty)\./)
  const server = await app.startFresh({ admin: cast.ada, env: { MAX_UPLOAD_MB: '1' } })
  const token = await tokenOf(request, server.url, cast.ada)
  await storeToken(page, server.url, token)
  const project = await makeProject(request, server.url, token, { name: 'Uploads' })
  const { files } = await openResources(page, project, server.url)
  const list = files.getByRole('list', { name: `Files for ${project.name}` })
  const picker = files.getByLabel(`Upload files to ${project.name}`)
  await expect(files.getByText('No files uploaded')).toBeVisible()

  await test.step('an upload shows its progress and can be cancelled', async () => {
    const held = Promise.withResolvers<Route>()
    await page.route(`**/api/projects/${project.id}/files`, route =>
      route.request().method() === 'POST' ? held.resolve(route) : route.continue(),
    )
    await picker.setInputFiles(textFile('slow.txt', 'Slow'))
    await expect(files.getByRole('progressbar', { name: 'Uploading slow.txt' })).toBeVisible()
    await expectNoAxeViolations(page)
    const upload = await held.promise
    await files.getByRole('button', { name: 'Cancel upload of slow.txt' }).click()
    await expect(files.getByRole('progressbar')).toHaveCount(0)
    // The browser may not have aborted the request yet, and would send it once the route is released.
    await upload.abort()
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a file can be dropped', async () => {
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['Dropped'], 'dropped.txt'))
      return transfer
    })
    await files.dispatchEvent('dragover', { dataTransfer: dropped })
    await expect(page.getByText('Drop to upload')).toBeVisible()
    await files.dispatchEvent('drop', { dataTransfer: dropped })
    await expect(list.getByRole('listitem')).toContainText('dropped.txt')
    await expect(page.getByText('Drop to upload')).toBeHidden()
  })

  await test.step('of several files one is too large and one is empty, and the others are uploaded', async () => {
    await picker.setInputFiles([
      textFile('one.txt', 'One'),
      { name: 'huge.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(3 * 1024 * 1024, 1) },
      textFile('empty.txt', ''),
      textFile('two.txt', 'Two'),
    ])
    await expect(files.getByText('One or more file uploads failed.')).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(list).toContainText('one.txt')
    await expect(list).toContainText('two.txt')
    const uploads = files.getByRole('list', { name: 'Uploads' })
    await expect(uploads.getByRole('listitem').filter({ hasText: 'huge.bin' })).toContainText(
      'This file is larger than 1 MB.',
    )
    await expect(uploads.getByRole('listitem').filter({ hasText: 'empty.txt' })).toContainText(
      'This file is empty.',
    )
    await expectNoAxeViolations(page)

    await uploads.getByRole('button', { name: 'Dismiss huge.bin' }).click()
    await uploads.getByRole('button', { name: 'Dismiss empty.txt' }).click()
    await expect(files.getByText('One or more file uploads failed.')).toBeHidden()
  })
})

const evilPage = `<!doctype html><title>Harmless</title><h1>An uploaded page</h1>
<script>document.title = 'Taken over'; fetch('/evil?' + localStorage.getItem('token'))</script>
<img src="/evil.png" onerror="document.title = 'Taken over'">`

test('previews show a PDF, a picture, a page without its script, and a text in a new tab', async ({
  page,
  context,
  app,
  signInAs,
  consoleWatch,
}) => {
  // The browser logs what the content security policy blocked.
  consoleWatch.allow(/Content Security Policy|sandboxed|origin-keyed agent cluster/i)
  const token = await signInAs(page, cast.max)
  const project = await makeProject(page.request, app.url, token, { name: 'Previews' })
  const answered: string[] = []
  context.on('response', reply => answered.push(reply.url()))
  const { files } = await openResources(page, project)
  await files
    .getByLabel(`Upload files to ${project.name}`)
    .setInputFiles([
      pdfFile('paper.pdf'),
      pngFile('square.png'),
      textFile('words.txt', '<b>Only words</b>'),
      textFile('evil.html', evilPage),
      textFile('archive.zip', 'Not really'),
    ])
  await expect(files.getByRole('listitem')).toHaveCount(5)

  const preview = async (name: string) => {
    const opening = context.waitForEvent('page')
    await files.getByRole('button', { name: `Preview ${name}` }).click()
    const tab = await opening
    await expect(tab).toHaveURL(/\/api\/files\/\d+\/preview$/)
    await tab.waitForLoadState()
    return tab
  }

  const picture = await preview('square.png')
  expect(await picture.evaluate(() => document.images[0]?.naturalWidth)).toBe(8)
  await picture.close()

  const evil = await preview('evil.html')
  await expect(evil.getByRole('heading', { name: 'An uploaded page' })).toBeVisible()
  await expect(evil).toHaveTitle('Harmless')
  expect(answered.filter(url => url.includes('/evil'))).toEqual([])
  const reading = await evil.evaluate(() => {
    try {
      return localStorage.getItem('token')
    } catch (error) {
      return String(error)
    }
  })
  expect(reading).toContain('SecurityError')
  await evil.close()

  // Checks the response, because headless Chromium downloads a PDF instead of showing it.
  const answering = context.waitForEvent('response', reply => reply.url().endsWith('/preview'))
  const opening = context.waitForEvent('page')
  await files.getByRole('button', { name: 'Preview paper.pdf' }).click()
  expect((await answering).headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline/),
  })
  await (await opening).close()

  // This kind of file is only downloaded.
  await expect(files.getByRole('button', { name: 'Preview archive.zip' })).toHaveCount(0)

  // The server takes five seconds to respond, so the tab must be opened in the click handler: no browser lets a page
  // open a tab so long after a click.
  let delay = 5500
  await page.route('**/metadata', async route => {
    await new Promise(resolve => setTimeout(resolve, delay))
    await route.continue()
  })

  const late = context.waitForEvent('page')
  // Browsers differ in how long a click allows it, so the tab must exist when the click handlers have run.
  const openedInTheClick = await files
    .getByRole('button', { name: 'Preview words.txt' })
    .evaluate((button: HTMLElement) => {
      let tabs = 0
      const open = window.open.bind(window)
      window.open = (...given) => {
        tabs++
        return open(...given)
      }
      button.click()
      return tabs
    })
  expect(openedInTheClick).toBe(1)
  const tab = await late
  await expect(tab.getByText('Opening the file…')).toBeVisible()
  await expect(tab).toHaveURL(/\/api\/files\/\d+\/preview$/)
  await expect(tab.locator('body')).toHaveText('<b>Only words</b>')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()

  delay = 1000
  const saving = context.waitForEvent('page')
  // Checks the response, because the tab closes as soon as the download begins.
  const downloading = context.waitForEvent('response', reply => reply.url().endsWith('/download'))
  await files.getByRole('button', { name: 'Download archive.zip' }).click()
  const second = await saving
  const closing = second.waitForEvent('close')
  const saved = await second.waitForEvent('download')
  expect(saved.suggestedFilename()).toBe('archive.zip')
  expect((await downloading).headers()['content-disposition']).toBe('attachment; filename=archive.zip')
  await closing
})

test('staff see the same panels on their dashboard, without Delete', async ({ page, app, signInAs }) => {
  const person = await makePerson(page.request, app.url, 'marketing')
  const admin = await tokenOf(page.request, app.url, cast.ada)
  const project = await makeProject(page.request, app.url, admin, { name: 'Mine', developers: [person.id] })
  await signInAs(page, person)
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'My Projects' })
  await card.getByRole('button', { name: new RegExp(project.name) }).click()
  const { files, urls } = panelsOf(page, project)
  await files.getByLabel(`Upload files to ${project.name}`).setInputFiles(textFile('mine.txt', 'Mine'))
  await expect(files.getByRole('listitem')).toContainText('mine.txt')
  await urls.getByLabel('URL', { exact: true }).fill('https://example.com/mine')
  await page.keyboard.press('Enter')
  await expect(urls.getByRole('link', { name: 'https://example.com/mine' })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expectNoSidewaysScrollingAt(page, [1440, 360])
  await expectNoAxeViolations(page)
})
