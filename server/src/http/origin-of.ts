import type { FastifyRequest } from 'fastify'

/** The origin that the client used, for links if PUBLIC_URL is not set. */
export const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`
