import { Agent, request } from 'node:http'

export type Call = {
  method?: string
  path: string
  token?: string | undefined
  body?: object
  headers?: Record<string, string>
}
export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  ms: number
}

/** Calls over real keep-alive connections. A call with an incomplete response is rejected. */
export function callerOf(url: string, { maxSockets = 64 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets })

  function call({ method = 'GET', path, token, body, headers = {} }: Call): Promise<Answer> {
    const from = performance.now()
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url + path,
        {
          agent,
          method,
          headers: {
            ...(token && { 'x-auth-token': token }),
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(payload)),
            }),
            ...headers,
          },
        },
        answer => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', chunk => {
            text += chunk
          })
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text,
              // The body is parsed on demand, because under load parsing every response would take too long.
              get body() {
                return jsonOf(text)
              },
              ms: performance.now() - from,
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  }

  /** Returns the response, or throws if it has another status. */
  async function expectCall(status: number, options: Call): Promise<Answer> {
    const answer = await call(options)
    if (answer.status !== status) {
      throw new Error(`${options.method ?? 'GET'} ${options.path}: ${answer.status} ${answer.text}`)
    }
    return answer
  }

  async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
    const answer = await expectCall(200, {
      method: 'POST',
      path: '/api/auth/login',
      body: { email, password },
    })
    return answer.body.token
  }

  return { call, expectCall, signIn, close: () => agent.destroy() }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
function jsonOf(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
