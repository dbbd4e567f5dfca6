import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { findFirefox } from './browser.ts'

// A small WebDriver BiDi client, because Playwright 1.65 sends commands that Debian's Firefox does not support yet.

type Node = { sharedId: string }
type Send = <Result>(method: string, params: object) => Promise<Result>

export type Firefox = Tab & { close(): Promise<void> }

/** Starts Firefox without a window and with an empty profile. */
export async function startFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'daily-report-firefox-'))
  // With these preferences Firefox loads nothing but the pages of the tests.
  const preferences = {
    'app.normandy.enabled': false,
    'app.update.disabledForTesting': true,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage': 'about:blank',
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    // One process for pages and none for unused features, because each takes a second to start.
    'browser.tabs.remote.separatePrivilegedContentProcess': false,
    'dom.ipc.processCount': 1,
    'dom.ipc.processPrelaunch.enabled': false,
    'extensions.webextensions.remote': false,
    'fission.autostart': false,
    'layers.gpu-process.enabled': false,
    'media.rdd-process.enabled': false,
    'network.process.enabled': false,
    // Without a graphics card the processor would draw each frame of the animated placeholders.
    'ui.prefersReducedMotion': 1,
    'services.settings.server': 'data:,',
    'toolkit.telemetry.reportingpolicy.firstRun': false,
  }
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const child = spawn(
    findFirefox() ?? 'firefox',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = ''
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk
        const [, found] = /WebDriver BiDi listening on (ws:\S+)\n/.exec(output) ?? []
        if (found) resolve(found)
      })
      child.once('error', reject)
      void ended.then(() => reject(new Error(`Firefox ended before it was ready:\n${output}`)))
    })
    const { send, troubles } = await connect(`${url}/session`)
    await send('session.new', { capabilities: {} })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    await moveClock(send, Number(process.env.AT_SECONDS ?? 0))
    return Object.assign(new Tab(send, contexts[0]?.context ?? '', troubles), { close })
  } catch (error) {
    await close()
    throw error
  }
}

/** Moves the clock of all pages. Under .ci/at, which sets AT_SECONDS, Firefox itself keeps the machine's clock. */
async function moveClock(send: Send, seconds: number) {
  if (seconds === 0) return
  const functionDeclaration = `() => {
    const Real = Date
    const now = () => Real.now() + ${seconds * 1000}
    window.Date = new Proxy(Real, {
      construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    })
  }`
  await send('script.addPreloadScript', { functionDeclaration })
}

async function connect(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  const troubles: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message, method, params } = JSON.parse(String(data))
    if (method === 'log.entryAdded' && ['error', 'warn'].includes(params.level)) troubles.push(params.text)
    const call = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') call?.reject(new Error(message))
    else call?.resolve(result as never)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)), { once: true })
  })
  let count = 0
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      socket.send(JSON.stringify({ id: count, method, params }))
    })
  return { send, troubles }
}

class Tab {
  private readonly send: Send
  private readonly context: string
  /** The warnings and errors of the console. */
  readonly troubles: readonly string[]

  constructor(send: Send, context: string, troubles: readonly string[]) {
    this.send = send
    this.context = context
    this.troubles = troubles
  }

  async goto(url: string) {
    await this.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' })
  }

  /** Runs a function in the page; it can't use variables of the test. */
  async evaluate(work: () => unknown) {
    return this.call(String(work))
  }

  async expectUrl(url: string) {
    await expect.poll(() => this.call('() => location.href'), { message: 'the URL' }).toBe(url)
  }

  async expectText(text: string) {
    await expect.poll(() => this.call('() => document.body.innerText')).toContain(text)
  }

  /** Waits for an element with this role and accessible name. */
  async find(role: string, name: string): Promise<Node> {
    return this.locate({ type: 'accessibility', value: { role, name } }, `${role} "${name}"`)
  }

  async click(role: string, name: string) {
    await this.press(await this.find(role, name))
  }

  async clickCell(text: string) {
    const locator = { type: 'xpath', value: `//td[contains(., ${JSON.stringify(text)})]` }
    await this.press(await this.locate(locator, `a cell with "${text}"`))
  }

  /** Types into a field, as if from the keyboard. */
  async type(role: string, name: string, text: string) {
    await this.typeInto(() => this.find(role, name), text)
  }

  /** A password field has no role, so it is found by its type. */
  async typePassword(text: string) {
    const locator = { type: 'css', value: 'input[type=password]' }
    await this.typeInto(() => this.locate(locator, 'a password field'), text)
  }

  /** Clicks until the field has the focus, because the layout may shift between locating and clicking. */
  private async typeInto(find: () => Promise<Node>, text: string) {
    const hasFocus = async () => {
      const node = await find()
      await this.press(node)
      return this.call('element => document.activeElement === element', node)
    }
    await expect.poll(hasFocus, { message: 'the field has the focus' }).toBe(true)
    await this.keys(text)
  }

  /** Selects an option of a closed list by its first letters. */
  async choose(name: string, option: string) {
    await this.call('select => select.focus()', await this.find('combobox', name))
    await this.keys(option)
  }

  private async locate(locator: object, what: string): Promise<Node> {
    let nodes: Node[] = []
    const countNodes = async () => {
      const { context } = this
      nodes = (await this.send<{ nodes: Node[] }>('browsingContext.locateNodes', { context, locator })).nodes
      return nodes.length
    }
    await expect.poll(countNodes, { message: what }).toBe(1)
    return nodes[0] as Node
  }

  private async press(node: Node) {
    await this.call("element => element.scrollIntoView({ block: 'center' })", node)
    const origin = { type: 'element', element: { sharedId: node.sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.perform({ type: 'pointer', id: 'mouse', actions })
  }

  private async keys(text: string) {
    const actions = [...text].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.perform({ type: 'key', id: 'keyboard', actions })
  }

  private async perform(source: object) {
    await this.send('input.performActions', { context: this.context, actions: [source] })
  }

  private async call(functionDeclaration: string, ...nodes: Node[]): Promise<unknown> {
    const { result } = await this.send<{ result?: { value?: unknown } }>('script.callFunction', {
      functionDeclaration,
      target: { context: this.context },
      arguments: nodes.map(({ sharedId }) => ({ sharedId })),
      awaitPromise: true,
    })
    return result?.value
  }
}
