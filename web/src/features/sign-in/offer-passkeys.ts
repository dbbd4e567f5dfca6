import type { SignedInReply } from '#shared/contract/sign-in.ts'
import { limits } from '#shared/limits.ts'
import { cancelPasskey, getPasskey } from '../../lib/passkeys.ts'
import { getAuthOptions, postPasskey, postPasskeyOptions } from './api.ts'

type Offer = {
  signal: AbortSignal
  /** The browser offers passkeys in the field for the e-mail from now on. */
  onOffered: () => void
  onSignedIn: (signedIn: SignedInReply) => void
  onRefused: (error: unknown) => void
}

/** A little before the challenge ends. */
const againAfterMs = (limits.challengeMinutes - 1) * 60_000

/** Lets the browser offer passkeys in the login form, if some account has one. Nothing is shown before the user chooses one. */
export async function offerPasskeys({ signal, onOffered, onSignedIn, onRefused }: Offer): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  const { passkeys } = await getAuthOptions(signal)
  if (!passkeys || signal.aborted) return
  const ask = async () => {
    const options = await postPasskeyOptions({})
    if (signal.aborted) return
    onOffered()
    // Rejects when the user closes the browser's offer, or when it is asked again.
    const credential = await getPasskey(options, true).catch(() => undefined)
    if (!credential || signal.aborted) return
    await postPasskey(credential).then(onSignedIn, onRefused)
  }
  const timer = setInterval(() => void ask().catch(() => {}), againAfterMs)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    void cancelPasskey()
  })
  await ask()
}
