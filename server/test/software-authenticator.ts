import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Key = { id: Buffer; privateKey: KeyObject; userHandle: string; counter: number }
type Options = Record<string, unknown>

const toText = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** The few kinds of CBOR that an attestation has. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** Says what an authenticator says, for tests over HTTP. The fields can be changed to say something wrong. */
export class SoftwareAuthenticator {
  readonly keys: Key[] = []
  /** Where the browser has opened the app. */
  origin: string
  /** Whether it has checked the user by a fingerprint or PIN. */
  verifiesUser = true
  /** Some authenticators, such as those that synchronize, don't count. */
  isCounting = true

  constructor(origin = 'http://localhost') {
    this.origin = origin
  }

  #clientData(type: string, challenge: unknown): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  #authenticatorData(key: Key, attested = Buffer.alloc(0)): Buffer {
    const present = 1
    const flags = present | (this.verifiesUser ? 4 : 0) | (attested.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(key.counter)
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), counter, attested])
  }

  /** Answers the options of a new passkey. */
  create(options: Options) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
    const { id: userHandle } = options.user as { id: string }
    const key = { id: randomBytes(16), privateKey, userHandle, counter: 0 }
    this.keys.push(key)
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.from([0, key.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, key.id, cbor(cose)])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', this.#authenticatorData(key, attested)],
      ]),
    )
    return {
      id: toText(key.id),
      rawId: toText(key.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: toText(this.#clientData('webauthn.create', options.challenge)),
        attestationObject: toText(attestationObject),
        transports: ['internal'],
      },
    }
  }

  /** Answers the options of a sign-in, with its latest passkey. */
  get(options: Options, key = this.keys.at(-1)) {
    if (!key) throw new Error('There is no passkey.')
    if (this.isCounting) key.counter++
    const clientData = this.#clientData('webauthn.get', options.challenge)
    const authenticatorData = this.#authenticatorData(key)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    return {
      id: toText(key.id),
      rawId: toText(key.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: toText(clientData),
        authenticatorData: toText(authenticatorData),
        signature: toText(sign('sha256', signed, key.privateKey)),
        userHandle: key.userHandle,
      },
    }
  }
}
