import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponse,
  CreationOptions,
  RequestOptions,
  registrationResponse,
} from '@carpeta/contract/auth'
import type { z } from 'zod'

interface Behaviour {
  /** Where the browser says that it is. */
  origin?: string
  /** The host that the authenticator signs for. */
  rpId?: string
  challenge?: string
  counter?: number
  /** Whether the owner gave a fingerprint or PIN. */
  isVerified?: boolean
  type?: string
}

const PRESENT = 0x01
const VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

type SentRegistration = z.input<typeof registrationResponse>

/** A browser with a synchronised ES256 passkey (WebAuthn level 3), in software. */
export class Authenticator {
  readonly credentialId = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #userHandle = ''
  #counter = 0

  constructor(origin = 'http://localhost:8010') {
    this.#origin = origin
  }

  get id(): string {
    return this.credentialId.toString('base64url')
  }

  create(options: CreationOptions, behaviour: Behaviour = {}): SentRegistration {
    this.#userHandle = options.user.id
    const { challenge, rp } = options
    const authData = this.#authenticatorData({ rpId: rp.id, ...behaviour }, this.#credential())
    const attestation = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ])
    return {
      ...this.#identity(),
      response: {
        clientDataJSON: this.#clientData({ type: 'webauthn.create', challenge, ...behaviour }),
        attestationObject: attestation.toString('base64url'),
        // One that no version of WebAuthn has yet.
        transports: ['internal', 'hybrid', 'telepathy'],
      },
    }
  }

  get(options: RequestOptions, behaviour: Behaviour = {}): AuthenticationResponse {
    const { challenge, rpId } = options
    const authData = this.#authenticatorData({ rpId, ...behaviour })
    const clientDataJSON = this.#clientData({ type: 'webauthn.get', challenge, ...behaviour })
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#identity(),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: this.#userHandle,
      },
    }
  }

  #identity() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const }
  }

  #clientData({ type, challenge, origin = this.#origin }: Behaviour): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
      'base64url',
    )
  }

  #authenticatorData(
    { rpId = '', counter = ++this.#counter, isVerified = true }: Behaviour,
    credential: Buffer = Buffer.alloc(0),
  ): Buffer {
    const flags =
      PRESENT |
      BACKUP_ELIGIBLE |
      BACKED_UP |
      (isVerified ? VERIFIED : 0) |
      (credential.length > 0 ? HAS_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count, credential])
  }

  #credential(): Buffer {
    const aaguid = Buffer.alloc(16)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    return Buffer.concat([aaguid, length, this.credentialId, coseKey(this.#keys.publicKey)])
  }
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** RFC 9053: an elliptic curve key for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'))
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), coordinate(x)],
    [integer(-3), coordinate(y)],
  ])
}

// CBOR (RFC 8949), as far as these structures need it.

function map(pairs: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + pairs.length]), ...pairs.flat()])
}

function integer(value: number): Buffer {
  return Buffer.from([value >= 0 ? value : 0x20 - value - 1])
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value])
}
