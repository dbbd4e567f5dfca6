import * as assistants from '#shared/contract/assistants.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

export const assistantsNotes: Notes = {
  contract: [{ mcpInput: assistants.mcpInput, mcpReply: assistants.mcpReply }],
  clearer: { McpInput: 'McpMessage', Mcp: 'McpAnswer' },
  fields: {
    jsonrpc: { example: '2.0' },
    'McpMessage.id': {
      ...whole,
      description: 'Comes back in the answer. A notification has none.',
      example: 1,
    },
    'McpAnswer.id': { ...whole, description: 'That of the message.', example: 1 },
    method: { description: 'Such as `tools/list` and `tools/call`.', example: 'tools/list' },
    params: { example: {} },
    result: { description: 'As the protocol says.', example: { tools: [] } },
    'McpAnswer.error': {
      description: 'Instead of a result, if the message is refused.',
      example: { code: -32_601, message: 'Method not found' },
    },
  },
}
