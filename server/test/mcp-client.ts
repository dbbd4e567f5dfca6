import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'

type Options = {
  /** The revision from 2026-07-28 on, which has no handshake. By default, the client shakes hands as in 2025. */
  isModern?: boolean
}

/** An assistant: the client of the official SDK, connected over real HTTP. It is closed when the test ends. */
export async function connectAssistant(url: string, token: string, { isModern = false }: Options = {}) {
  const client = new Client(
    { name: 'test', version: '1' },
    isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/mcp', url), { requestInit: { headers } }),
  )
  onTestFinished(() => client.close())

  async function callTool(name: string, values?: Record<string, unknown>) {
    const { content, isError } = await client.callTool({ name, arguments: values })
    const [first] = content
    if (first?.type !== 'text') throw new Error(`${name} answered no text`)
    return { text: first.text, isError: isError ?? false }
  }

  return {
    listTools: async () => (await client.listTools()).tools,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** The answer of a tool that succeeds. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    async ask(name: string, values?: Record<string, unknown>): Promise<any> {
      const { text, isError } = await callTool(name, values)
      expect(isError, text).toBe(false)
      return JSON.parse(text)
    },
    /** The sentence of a tool that refuses. */
    async refused(name: string, values?: Record<string, unknown>): Promise<string> {
      const { text, isError } = await callTool(name, values)
      expect(isError, text).toBe(true)
      return text
    },
  }
}
