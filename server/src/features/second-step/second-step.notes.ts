import * as secondStep from '#shared/contract/second-step.ts'
import { instant, type Notes, whole } from '../../http/openapi/notes.ts'

export const secondStepNotes: Notes = {
  contract: [secondStep],
  fields: {
    challenge: { description: 'From `second_step_needed`.', example: 'the-challenge' },
    methods: { description: 'How the challenge can be answered.', example: ['totp', 'recovery_code'] },
    'ConfirmTotpInput.code': { description: 'Six digits of the app.', example: '123456' },
    'SecondStepInput.code': { description: 'Six digits of the app.', example: '123456' },
    'CredentialInput.id': { type: 'string', description: 'As base64url.', example: 'AQID' },
    recovery_code: { example: 'ab2c-d3ef-gh4j-k5mn' },
    'RecoveryCodes.recovery_codes': {
      description: 'Each replaces the second step once.',
      example: ['ab2c-d3ef-gh4j-k5mn'],
    },
    'NewPasskey.recovery_codes': {
      description: 'Each replaces the second step once. Sent with the first factor.',
      example: ['ab2c-d3ef-gh4j-k5mn'],
    },
    'SecondStep.recovery_codes': { ...whole, description: 'How many are left.', example: 10 },
    'NewTotp.secret': { description: 'As base32, to type into the app.', example: 'JBSWY3DPEHPK3PXP' },
    uri: { description: 'What a QR code holds.', example: 'otpauth://totp/Daily%20Report%20App:dina' },
    credential: { description: 'What the browser returned, in JSON.' },
    clientDataJSON: { example: 'e30' },
    'PasskeyInput.name': { example: 'Phone' },
    'Passkey.name': { example: 'Phone' },
    'NewPasskey.name': { example: 'Phone' },
    'Passkey.last_used_at': { ...instant, description: 'Null if it was never used.' },
    'NewPasskey.last_used_at': { ...instant, description: 'Null if it was never used.' },
    totp: { description: 'The authenticator app, or null.' },
    'SecondStep.passkeys': { ...whole, example: 1 },
    'AuthOptions.passkeys': {
      description: 'Some account has a passkey, and the app is open where passkeys work.',
      example: false,
    },
    required: { description: "The organization's settings ask you for a second step.", example: false },
    passkeys_unavailable: { description: "Why this server can't take passkeys, or null.", example: null },
    has_password: {
      description:
        'Every change takes the password. Without one, it takes a sign-in within the last ten minutes.',
      example: true,
    },
    tries_left: { ...whole, description: 'How many wrong answers the challenge still takes.', example: 4 },
    'SignedIn.second_step': {
      description: 'The settings require a second step, and the user can only set one up.',
    },
    'Me.second_step': {
      description: 'The settings require a second step, and the user can only set one up.',
    },
  },
}
