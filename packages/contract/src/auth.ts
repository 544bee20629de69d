import { MAX_PASSKEY_NAME, secondFactorMethods } from '@carpeta/domain/access/second-factor-rules'
import { z } from 'zod'
import { type EndpointTable, empty, id, instant, sentence, text } from './endpoint.ts'

export const profileSchema = z.object({
  id,
  name: z.string().meta({ description: "El nombre del grupo, o 'Socio'" }),
  social_security: z.string().meta({ description: 'Rut canónico, 12345678-5' }),
  is_client: z.boolean(),
  updated_at: instant,
})

/** A user for the browser, which stores it as `user` (docs/specification.md §3.12). */
export const userSchema = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  permissions: z.array(z.string()),
  group_ids: z.array(id),
  /** Only while a required second factor is missing: every other call answers 403. */
  must_enroll_second_factor: z.literal(true).optional(),
  /** Only while the password is one that staff chose: every other call answers 403. */
  must_change_password: z.literal(true).optional(),
  /** The email of a change that its owner has not confirmed (docs/decisions/accounts.md). */
  pending_email: z.string().optional(),
  /** The mail server refused the email that asks its owner. */
  pending_email_refused: z.literal(true).optional(),
  profile: profileSchema,
  deleted_at: instant.nullable(),
})

export type User = z.infer<typeof userSchema>

/** The logged-in user. In a view as a member: the member, and `viewed_by` is the viewer. */
export const signedInUserSchema = userSchema.extend({
  extended: z.literal(true).optional().meta({
    description:
      'Esta API tiene también las llamadas que la especificación no tiene; sin él, el portal deja fuera lo que las usa',
  }),
  viewed_by: z.object({ id, name: z.string() }).optional(),
})

export type SignedInUser = z.infer<typeof signedInUserSchema>

/** The password is right, and the account has a second factor; or another 403, without methods. */
const secondFactorRequired = z.object({
  detail: z.string(),
  methods: z.array(z.enum(secondFactorMethods)).optional(),
})

/** Accepted for existing callers; the API always answers JSON. */
const formatQuery = z.object({ format: z.string().optional() })

// The JSON of WebAuthn, as `navigator.credentials` takes and gives it.

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

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
const authenticationResponse = credential.extend({
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

const name = text(MAX_PASSKEY_NAME)
const params = z.object({ id })

const passkeySchema = z.object({
  id,
  name: z.string(),
  /** Whether it is synchronised, so that it survives the loss of the device. */
  is_backed_up: z.boolean(),
  created_at: instant,
  last_used_at: instant.nullable(),
})

export type Passkey = z.infer<typeof passkeySchema>

const errors = { 409: sentence, 422: sentence }

/** Shown once: only their hashes are stored. */
const recoveryCodes = z.array(z.string())

const secondFactorSchema = z.object({
  /** Whether the account cannot be used without a second factor. */
  is_required: z.boolean(),
  passkeys: z.array(passkeySchema),
  totp: z.object({ created_at: instant, last_used_at: instant.nullable() }).nullable(),
  recovery_codes_left: z.int(),
})

export type SecondFactor = z.infer<typeof secondFactorSchema>

export const endpoints = {
  'GET /api/auth/csrftoken/': {
    access: 'public',
    summary: 'Un token CSRF',
    query: formatQuery,
    /** Before a login nothing else says that this API has passkeys. */
    answer: z.object({ token: z.string().length(64), passkeys: z.literal(true) }),
  },
  'POST /api/auth/login/': {
    access: 'public',
    summary: 'Ingresar con rut o correo',
    fieldErrors: true,
    // A `username` with an `@` is an email, otherwise a rut.
    body: z.object({
      username: text(300).default(''),
      password: text(1024).default(''),
      /** The second factor's code, in a second call after a 403 `second_factor_required`. */
      code: text(50).optional(),
    }),
    answer: signedInUserSchema,
    errors: { 403: secondFactorRequired },
  },
  'POST /api/auth/logout/': {
    access: 'public',
    inView: true,
    summary: 'Cerrar la sesión',
    answer: empty,
  },
  'POST /api/auth/reauthenticate/': {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Confirmar quién es, antes de una acción delicada',
    body: z.object({ password: text(1024) }),
    answer: empty,
  },
  'GET /api/auth/user/': {
    access: 'user',
    inView: true,
    allowedBefore: ['password_change', 'second_factor_enrollment'],
    summary: 'Quién ingresó',
    query: formatQuery,
    answer: signedInUserSchema,
  },

  'GET /api/auth/second-factor/': {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'El propio segundo factor',
    answer: secondFactorSchema,
  },
  'POST /api/auth/totp/options/': {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Empezar a configurar una aplicación de códigos',
    answer: z.object({
      secret: z.string().meta({ description: 'Base32, para quien no puede leer el QR' }),
      uri: z.string().meta({ description: 'otpauth://' }),
      qr_svg: z.string().meta({ description: 'El QR de la uri' }),
    }),
    errors,
  },
  'POST /api/auth/totp/': {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Terminar de configurar la aplicación de códigos',
    fieldErrors: true,
    body: z.object({ code: text(20).default('') }),
    status: 201,
    // Empty when the account already has recovery codes.
    answer: z.object({ recovery_codes: recoveryCodes }),
    errors,
  },
  'DELETE /api/auth/totp/': {
    access: 'user',
    summary: 'Quitar la aplicación de códigos',
    answer: empty,
    errors,
  },
  'POST /api/auth/recovery-codes/': {
    access: 'user',
    summary: 'Reemplazar los códigos de recuperación',
    answer: z.object({ recovery_codes: recoveryCodes }),
    errors,
  },

  'POST /api/auth/passkeys/options/': {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Empezar a agregar una llave de acceso',
    answer: creationOptions,
    errors,
  },
  'POST /api/auth/passkeys/': {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Agregar una llave de acceso',
    fieldErrors: true,
    body: z.object({ name: name.default(''), response: registrationResponse }),
    status: 201,
    answer: z.object({ passkey: passkeySchema, recovery_codes: recoveryCodes }),
    errors,
  },
  'PATCH /api/auth/passkeys/:id/': {
    access: 'user',
    summary: 'Cambiar el nombre de una llave de acceso',
    fieldErrors: true,
    params,
    body: z.object({ name: name.default('') }),
    answer: passkeySchema,
    errors,
  },
  'DELETE /api/auth/passkeys/:id/': {
    access: 'user',
    summary: 'Quitar una llave de acceso',
    params,
    answer: empty,
    errors,
  },
  'POST /api/auth/reauthenticate/passkey/options/': {
    access: 'user',
    summary: 'Empezar a confirmar quién es con una llave de acceso',
    answer: requestOptions,
    errors,
  },
  'POST /api/auth/reauthenticate/passkey/': {
    access: 'user',
    summary: 'Confirmar quién es con una llave de acceso, antes de una acción delicada',
    body: z.object({ response: authenticationResponse }),
    answer: empty,
    errors,
  },
  'POST /api/auth/login/passkey/options/': {
    access: 'public',
    summary: 'Empezar a ingresar con una llave de acceso',
    answer: requestOptions,
  },
  'POST /api/auth/login/passkey/': {
    access: 'public',
    summary: 'Ingresar con una llave de acceso',
    fieldErrors: true,
    body: z.object({ response: authenticationResponse }),
    answer: signedInUserSchema,
  },
} as const satisfies EndpointTable
