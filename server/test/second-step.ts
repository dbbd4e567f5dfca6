import { codeOfStep, stepAt } from '../src/identity/totp.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import type { Person, Reply, TestApp } from './start-test-app.ts'

type App = Pick<TestApp, 'as' | 'call' | 'clock' | 'newToken'>

/** Sets up second steps over HTTP, and signs in as a browser with its cookies. */
export function secondStepTools({ as, call, clock, newToken }: App) {
  /** A code of the app, `offset` steps of 30 seconds from now. */
  const codeOf = (secret: string, offset = 0) => codeOfStep(secret, stepAt(clock.now()) + offset)

  /** Adds an authenticator app, with a code of an earlier step, so that the current one is unused. */
  async function addApp(person: Person, token?: string) {
    const me = as({ token: token ?? (await newToken(person)) })
    const { password } = person
    const { secret } = (await me.post('/api/account/totp', { password })).body
    const added = await me.put('/api/account/totp', { code: codeOf(secret, -1), password })
    return { secret: secret as string, codes: added.body.recovery_codes as string[], reply: added }
  }

  async function addPasskey(
    person: Person,
    authenticator = new SoftwareAuthenticator(),
    token?: string,
  ): Promise<{ authenticator: SoftwareAuthenticator; reply: Reply }> {
    const me = as({ token: token ?? (await newToken(person)) })
    const { password } = person
    const { body } = await me.post('/api/account/passkeys/options', { password })
    const credential = authenticator.create(body)
    const reply = await me.post('/api/account/passkeys', { name: 'Phone', credential, password })
    return { authenticator, reply }
  }

  /** A browser keeps the cookies that it gets. */
  function browser(remoteAddress?: string) {
    const cookies = new Map<string, string>()
    async function post(url: string, payload: object): Promise<Reply> {
      const reply = await call({
        method: 'POST',
        url,
        payload,
        headers: {
          origin: 'http://localhost',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(remoteAddress && { remoteAddress }),
      })
      for (const cookie of [reply.headers['set-cookie'] ?? []].flat() as string[]) {
        const [pair = ''] = cookie.split(';')
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      return reply
    }
    return {
      cookies,
      post,
      login: ({ email, password }: Person) => post('/api/auth/login', { email, password }),
      /** Signs in with the password, and returns the challenge. */
      async challengeOf({ email, password }: Person): Promise<string> {
        return (await post('/api/auth/login', { email, password })).body.challenge
      },
      answer: (challenge: string, answer: object) => post('/api/auth/second-step', { challenge, ...answer }),
    }
  }

  return { codeOf, addApp, addPasskey, browser }
}
