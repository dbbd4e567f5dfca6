import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import {
  newPasskeyReply,
  newTotpReply,
  passkeyOptionsReply,
  passkeysReply,
  recoveryCodesReply,
  secondStepReply,
} from '#shared/contract/second-step.ts'
import { request } from '../../lib/api-client.ts'
import { createPasskey } from '../../lib/passkeys.ts'

const secondStepKey = ['account', 'second-step'] as const

export function useSecondStep() {
  return useQuery({
    queryKey: secondStepKey,
    async queryFn({ signal }) {
      const [state, { data: passkeys }] = await Promise.all([
        request({ path: '/account/second-step', reply: secondStepReply, signal }),
        request({ path: '/account/passkeys', reply: passkeysReply, signal }),
      ])
      return { ...state, passkeys }
    },
  })
}

/** A change of the second step signs out the other devices. */
export function useRefreshSecondStep() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['account'] })
}

/** Absent for an account without a password. */
type Confirmation = { password: string | undefined }

export const startApp = (body: Confirmation) =>
  request({ method: 'POST', path: '/account/totp', body, reply: newTotpReply })

export const confirmApp = (body: Confirmation & { code: string }) =>
  request({ method: 'PUT', path: '/account/totp', body, reply: recoveryCodesReply })

export const removeApp = (body: Confirmation) =>
  request({ method: 'DELETE', path: '/account/totp', body, reply: messageReply })

/** Asks the browser for a new passkey between two calls. */
export async function addPasskey({ name, password }: Confirmation & { name: string }) {
  const options = await request({
    method: 'POST',
    path: '/account/passkeys/options',
    body: { password },
    reply: passkeyOptionsReply,
  })
  const body = { name, password, credential: await createPasskey(options) }
  return request({ method: 'POST', path: '/account/passkeys', body, reply: newPasskeyReply })
}

export const removePasskey = (id: number, body: Confirmation) =>
  request({ method: 'DELETE', path: `/account/passkeys/${id}`, body, reply: messageReply })

export const makeRecoveryCodes = (body: Confirmation) =>
  request({ method: 'POST', path: '/account/recovery-codes', body, reply: recoveryCodesReply })
