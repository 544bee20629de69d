import { z } from 'zod'
import { text } from '../../text.ts'

// The JSON of WebAuthn, as `navigator.credentials` takes and gives it.

export const transports = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const

const credentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(transports)),
})

/** For `navigator.credentials.create`. */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** For `navigator.credentials.get`. At the login without credentials: the browser offers its own. */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credentialDescriptor),
})

const credential = z.object({
  id: text(1400),
  rawId: text(1400),
  type: z.literal('public-key'),
})

/** The answer of `navigator.credentials.create`. */
export const registrationResponse = credential.extend({
  response: z.object({
    clientDataJSON: text(4000),
    attestationObject: text(20_000),
    // Browsers may name transports that are not listed yet.
    transports: z
      .array(text(20))
      .max(10)
      .default([])
      .transform((given) => transports.filter((each) => given.includes(each))),
  }),
})

/** The answer of `navigator.credentials.get`. */
export const authenticationResponse = credential.extend({
  response: z.object({
    clientDataJSON: text(4000),
    authenticatorData: text(4000),
    signature: text(8000),
    userHandle: text(100).optional(),
  }),
})

export type CreationOptions = z.infer<typeof creationOptions>
export type RequestOptions = z.infer<typeof requestOptions>
export type RegistrationResponse = z.infer<typeof registrationResponse>
export type AuthenticationResponse = z.infer<typeof authenticationResponse>
