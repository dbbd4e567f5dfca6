import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { readSignedOut } from './signed-out.ts'

/** Says on the login page why the session ended. */
export function SignedOutAlert() {
  const [signedOut] = useState(readSignedOut)
  if (!signedOut) return null
  const { reason } = signedOut
  return (
    <Alert variant={reason === 'ended' ? 'success' : 'warning'}>{messages.signIn.signedOut[reason]}</Alert>
  )
}
