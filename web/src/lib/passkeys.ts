import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Loaded when the first passkey is made or used. */
const webauthn = () => import('@simplewebauthn/browser')

/** Browsers offer passkeys only over HTTPS and on localhost. */
export const hasPasskeys = () => 'PublicKeyCredential' in window

type Options = Record<string, unknown>

/** Rejects if the user cancels. */
export async function createPasskey(options: Options): Promise<object> {
  const { startRegistration } = await webauthn()
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
}

/** With `isAutofill`, the browser offers the passkeys in the field for the e-mail, and waits. */
export async function getPasskey(options: Options, isAutofill = false): Promise<object> {
  const { startAuthentication } = await webauthn()
  return startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: isAutofill,
    verifyBrowserAutofillInput: false,
  })
}

/** Cancels the request for a passkey that the browser is waiting for. */
export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await webauthn()
  WebAuthnAbortService.cancelCeremony()
}
