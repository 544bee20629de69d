import type { FileConfig } from './file-settings.ts'
import type { ServerConfig } from './server-settings.ts'

/** The settings that production judges. */
interface ProductionSettings {
  PUBLIC_URL?: string | undefined
  ALLOW_HTTP: boolean
  HOST?: string | undefined
  TRUST_PROXY: boolean | string[]
  SECRET_KEY?: string | undefined
  SECRET_KEY_PREVIOUS: string[]
  DATABASE_URL?: string | undefined
  EMBEDDED_DATABASE: boolean
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  COMPANY_NAME?: string | undefined
  CONTACT_EMAIL?: string | undefined
  CONTACT_PHONE?: string | undefined
  OFFICE_ADDRESS?: string | undefined
  CMF_URL: string
  MINDICADOR_URL: string
}

const MIN_KEY_LENGTH = 32
const MIN_KEY_CHARACTERS = 10
const EXAMPLE_KEYS = /^(change-?me|secret|example|ejemplo|password|clave)/i
const HOW_TO_MAKE_A_KEY =
  'use al menos 32 caracteres al azar, por ejemplo los de «openssl rand -base64 48»'

/** Why production does not start with these settings: a sentence for each, for the operator. */
export function productionRefusals(set: ProductionSettings): string[] {
  return [
    addressRefusal(set),
    ...keyRefusals(set),
    databaseRefusal(set),
    mailRefusal(set),
    cooperativeRefusal(set),
    proxyRefusal(set),
    ...ufRefusals(set),
  ].filter((refusal) => refusal !== null)
}

function addressRefusal({ PUBLIC_URL, ALLOW_HTTP }: ProductionSettings): string | null {
  if (!PUBLIC_URL) {
    return 'Falta PUBLIC_URL: en producción hay que decir la dirección del portal, por ejemplo https://portal.cooperativa.cl.'
  }
  if (new URL(PUBLIC_URL).protocol === 'https:' || ALLOW_HTTP) return null
  return 'PUBLIC_URL empieza con http://, así que contraseñas y sesiones viajarían sin cifrar: use https://, o diga ALLOW_HTTP=true si de verdad no lo hay.'
}

function keyRefusals({ SECRET_KEY, SECRET_KEY_PREVIOUS }: ProductionSettings): string[] {
  const refusals = []
  if (!SECRET_KEY) {
    refusals.push(`Falta SECRET_KEY: en producción es obligatoria; ${HOW_TO_MAKE_A_KEY}.`)
  } else if (isWeak(SECRET_KEY)) {
    refusals.push(`SECRET_KEY no es segura: ${HOW_TO_MAKE_A_KEY}.`)
  }
  if (SECRET_KEY_PREVIOUS.some(isWeak)) {
    refusals.push(
      'SECRET_KEY_PREVIOUS tiene una clave insegura, y lo que ella firme se aceptaría: quítela.',
    )
  }
  if (SECRET_KEY && SECRET_KEY_PREVIOUS.includes(SECRET_KEY)) {
    refusals.push(
      'SECRET_KEY también está en SECRET_KEY_PREVIOUS: la clave no cambió, o falta poner la nueva.',
    )
  }
  return refusals
}

function isWeak(key: string): boolean {
  return (
    key.length < MIN_KEY_LENGTH || EXAMPLE_KEYS.test(key) || new Set(key).size < MIN_KEY_CHARACTERS
  )
}

function databaseRefusal({ DATABASE_URL, EMBEDDED_DATABASE }: ProductionSettings): string | null {
  if (DATABASE_URL && EMBEDDED_DATABASE) {
    return 'DATABASE_URL y EMBEDDED_DATABASE=true se contradicen: deje solo una.'
  }
  if (DATABASE_URL || EMBEDDED_DATABASE) return null
  return 'Falta DATABASE_URL: en producción hay que decir cuál es el PostgreSQL, o EMBEDDED_DATABASE=true si ha de ser el incluido, en DATA_DIR.'
}

function mailRefusal({ SMTP_URL, MAIL_FROM }: ProductionSettings): string | null {
  if (!SMTP_URL) {
    return 'Falta SMTP_URL: sin un servidor de correo nadie recibiría sus enlaces ni avisos; por ejemplo smtp://usuario:clave@correo.cooperativa.cl:587.'
  }
  if (MAIL_FROM) return null
  return 'Falta MAIL_FROM: el remitente de los correos, por ejemplo Carpeta Virtual <portal@cooperativa.cl>.'
}

function cooperativeRefusal(set: ProductionSettings): string | null {
  const names = ['COMPANY_NAME', 'CONTACT_EMAIL', 'CONTACT_PHONE', 'OFFICE_ADDRESS'] as const
  const missing = names.filter((name) => !set[name]?.trim())
  if (missing.length === 0) return null
  return `${missing.length === 1 ? 'Falta' : 'Faltan'} ${missing.join(', ')}: el nombre y los datos de contacto de la cooperativa, que se leen en cada página y correo.`
}

function proxyRefusal({ TRUST_PROXY, HOST }: ProductionSettings): string | null {
  if (TRUST_PROXY !== true || HOST) return null
  return 'TRUST_PROXY=true confía en la dirección que diga cualquiera que llegue al puerto, y sin HOST el portal escucha en todas las interfaces: diga las direcciones del proxy en TRUST_PROXY, o HOST=127.0.0.1; HOST=0.0.0.0 si otro impide llegar sin pasar por el proxy.'
}

function ufRefusals(set: ProductionSettings): string[] {
  return (['CMF_URL', 'MINDICADOR_URL'] as const)
    .filter((name) => new URL(set[name]).protocol !== 'https:')
    .map(
      (name) =>
        `${name} empieza con http://, así que alguien en el camino podría cambiar el valor de la UF: use https://.`,
    )
}

/** Weaknesses of the settings that do not stop the start, as sentences for the operator. */
export function startWarnings(
  config: Pick<ServerConfig, 'environment' | 'publicUrl'> & Pick<FileConfig, 'scanner' | 'smtpUrl'>,
): string[] {
  if (config.environment === 'local') return []
  return [
    ...(config.scanner
      ? []
      : ['Ningún documento pasa por un antivirus: falta CLAMD_URL, por ejemplo tcp://clamd:3310.']),
    ...(config.publicUrl.protocol === 'https:'
      ? []
      : ['Contraseñas y sesiones viajan sin cifrar: PUBLIC_URL no es https.']),
    ...(config.smtpUrl && allowsPlainMail(config.smtpUrl)
      ? ['Los correos pueden viajar sin cifrar: SMTP_URL tiene requireTLS=false.']
      : []),
  ]
}

/** Whether an email may be sent without TLS. */
export function allowsPlainMail(smtpUrl: string): boolean {
  const { protocol, searchParams } = new URL(smtpUrl)
  return protocol === 'smtp:' && searchParams.get('requireTLS') === 'false'
}
