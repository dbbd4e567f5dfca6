import type { FastifyRequest } from 'fastify'
import { type Device, deviceIn } from './known-devices.ts'
import type { OpenedFrom } from './sign-ins.service.ts'

/** Where a sign-in comes from: an IP address, a browser, and the id in its cookie, if it brings one. */
export type Client = OpenedFrom & { device: Device | undefined }

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.clientAddress,
  userAgent: request.headers['user-agent'],
  device: deviceIn(request.headers.cookie),
})
