import type { FastifyRequest } from 'fastify'

/** The origin that the client used. Links use it if PUBLIC_URL is not set. */
export const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`
