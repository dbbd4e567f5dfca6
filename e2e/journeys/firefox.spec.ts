import { messages } from '#shared/messages.ts'
import { cast, makePerson, register, signIn, tokenOf } from '../support/cast.ts'
import { documented } from '../support/console-watch.ts'
import { startFirefox } from '../support/firefox.ts'
import { startLasting, workerControls } from '../support/installed-app.ts'
import { makeProject } from '../support/projects.ts'
import { expect, test } from '../support/test.ts'

// Two journeys in another engine. Without Firefox, playwright.config.ts leaves them out and npm test prints that.

const tab = '\uE004'

test('in Firefox: sign in, submit a report, review it and comment', async ({ app, request }) => {
  const person = await makePerson(request, app.url, 'developer', 'Fiona Fox')
  const admin = await tokenOf(request, app.url, cast.ada)
  const project = await makeProject(request, app.url, admin, { name: 'Website', developers: [person.id] })
  const firefox = await startFirefox()
  try {
    const signIn = async ({ email, password }: typeof cast.max) => {
      await firefox.type('textbox', 'Email', email)
      await firefox.typePassword(password)
      await firefox.click('button', 'Login')
      await firefox.expectUrl(`${app.url}/dashboard`)
    }
    await firefox.goto(`${app.url}/login`)
    await signIn(person)
    await firefox.click('link', 'Submit Now')
    await firefox.type('textbox', 'Summary of tasks', 'Ran through the forest')
    await firefox.choose('Project', project.name)
    await firefox.type('textbox', 'Description', 'Looked for berries')
    // Firefox accepts every character in a number input.
    await firefox.type('spinbutton', 'Hours', `1:30${tab}`)
    await firefox.expectText('1.30 (1 h 30 min)')
    await firefox.click('button', 'Submit Report')
    await firefox.expectText(messages.reports.submitted)
    await firefox.expectUrl(`${app.url}/reports`)
    await firefox.expectText('Ran through the forest')
    await firefox.click('button', 'Logout')
    await firefox.expectUrl(`${app.url}/login`)

    await signIn(cast.max)
    await firefox.click('link', 'All Reports')
    await firefox.choose('User', person.name)
    await firefox.expectText('1 report')
    await firefox.clickCell('Ran through the forest')
    await firefox.expectText('Looked for berries')
    await firefox.type('textbox', 'Add a comment', 'Bring some for us.')
    await firefox.click('button', 'Add Comment')
    await firefox.expectText('Bring some for us.')
    await firefox.find('article', `Comment by ${cast.max.name}`)
    const unexpected = firefox.troubles.filter(text => !documented.some(pattern => pattern.test(text)))
    expect(unexpected, 'the console stays quiet').toEqual([])
  } finally {
    await firefox.close()
  }
})

test('in Firefox: without a server the app opens, stores a report, and sends it once the server is back', async ({
  app,
  request,
}, testInfo) => {
  const { env, first } = await startLasting(app, testInfo)
  const { url } = first
  const { id } = await register(request, url, cast.dina)
  const admin = await tokenOf(request, url, cast.ada)
  const project = await makeProject(request, url, admin, { name: 'Tunnel', developers: [id] })
  const firefox = await startFirefox()
  try {
    await firefox.goto(`${url}/login`)
    await firefox.type('textbox', 'Email', cast.dina.email)
    await firefox.typePassword(cast.dina.password)
    await firefox.click('button', 'Login')
    await firefox.expectUrl(`${url}/dashboard`)
    await firefox.click('link', 'Submit Now')
    // The form was opened before, so its data are stored on the device.
    await firefox.find('textbox', 'Summary of tasks')
    await firefox.evaluate(workerControls)
    await first.stop()

    await firefox.goto(`${url}/reports/new`)
    await firefox.expectText(messages.offline.serverUnreachable)
    await firefox.type('textbox', 'Summary of tasks', 'Ran through a tunnel')
    await firefox.choose('Project', project.name)
    await firefox.type('textbox', 'Description', 'Looked for the light')
    await firefox.type('spinbutton', 'Hours', `1:30${tab}`)
    await firefox.click('button', 'Submit Report')
    await firefox.expectText(messages.offline.saved)
    await firefox.goto(`${url}/dashboard`)
    await firefox.expectText('1 report is waiting to be sent')

    await app.startFresh({ admin: cast.ada, env })
    const headers = { 'x-auth-token': await signIn(request, url, cast.dina) }
    const sentReports = async () => {
      const { reports } = await (await request.get(`${url}/api/reports/me`, { headers })).json()
      return reports.map(({ tasks }: { tasks: string }) => tasks)
    }
    await expect.poll(sentReports).toEqual(['Ran through a tunnel'])
    await firefox.expectText('Submitted at')
  } finally {
    await firefox.close()
  }
})
