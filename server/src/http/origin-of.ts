import type { FastifyRequest } from 'fastify'

/** Where the request came to, for links where PUBLIC_URL is not set. */
export const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`
