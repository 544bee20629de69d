import ipaddr from 'ipaddr.js'
import type { AccessConfig } from './access-settings.ts'
import type { FileConfig } from './file-settings.ts'
import type { ServerConfig } from './server-settings.ts'
import { isOriginAlone } from './setting-kinds.ts'

/** The settings that production judges. */
interface ProductionSettings {
  PUBLIC_URL?: string | undefined
  ALLOW_HTTP: boolean
  HOST?: string | undefined
  TRUST_PROXY: boolean | string[]
  WEB_ORIGINS: string[]
  FRAME_ANCESTORS: string[]
  COOKIE_DOMAIN?: string | undefined
  SESSION_IDLE_MINUTES?: number | undefined
  SESSION_MAX_HOURS: number
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
    originsRefusal(set),
    framesRefusal(set),
    cookieRefusal(set),
    ...sessionRefusals(set),
    ...ufRefusals(set),
  ].filter((refusal) => refusal !== null)
}

function addressRefusal({ PUBLIC_URL, ALLOW_HTTP }: ProductionSettings): string | null {
  if (!PUBLIC_URL) {
    return 'Falta PUBLIC_URL: en producción hay que decir la dirección del portal, por ejemplo https://portal.cooperativa.cl.'
  }
  const url = new URL(PUBLIC_URL)
  if (!isOriginAlone(url)) {
    return 'PUBLIC_URL tiene más que el nombre del portal: quite lo que sigue a él (ruta, ? o #), y el usuario y la clave, que leerían todos. El portal no funciona bajo una ruta.'
  }
  if (url.protocol === 'https:' || ALLOW_HTTP) return null
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
  if (Array.isArray(TRUST_PROXY)) {
    const wide = TRUST_PROXY.filter(isTooWide)
    if (wide.length === 0) return null
    return `TRUST_PROXY confía en la dirección que diga casi cualquiera (${wide.join(', ')}), así que nadie quedaría limitado: diga solo las direcciones del proxy.`
  }
  if (!TRUST_PROXY || HOST) return null
  return 'TRUST_PROXY=true confía en la dirección que diga cualquiera que llegue al puerto, y sin HOST el portal escucha en todas las interfaces: diga las direcciones del proxy en TRUST_PROXY, o HOST=127.0.0.1; HOST=0.0.0.0 si otro impide llegar sin pasar por el proxy.'
}

/** The widest networks that somebody alone has: 10.0.0.0/8 and fc00::/7. */
const WIDEST = { ipv4: 8, ipv6: 7 }
const MAPPED_BITS = 96
const FIRST_MAPPED = ipaddr.IPv6.parse('::ffff:0:0')

/** Whether a network of proxies holds addresses of strangers. IPv6 ones may hold IPv4 addresses too. */
function isTooWide(network: string): boolean {
  if (!network.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(network)
  if (!(address instanceof ipaddr.IPv6)) return bits < WIDEST.ipv4
  const holdsIpv4 = address.isIPv4MappedAddress() || FIRST_MAPPED.match(address, bits)
  return bits < (holdsIpv4 ? MAPPED_BITS + WIDEST.ipv4 : WIDEST.ipv6)
}

function originsRefusal({ WEB_ORIGINS, ALLOW_HTTP }: ProductionSettings): string | null {
  if (ALLOW_HTTP || WEB_ORIGINS.every((origin) => origin.startsWith('https:'))) return null
  return 'WEB_ORIGINS tiene una dirección http://, y quien esté en el camino podría cambiar sus páginas y usar las sesiones: use https://.'
}

function framesRefusal({ FRAME_ANCESTORS, ALLOW_HTTP }: ProductionSettings): string | null {
  const isNamed = (source: string) =>
    /^'/.test(source) ||
    (/^(https?:\/\/)?(\*\.[\w-]+\.)?[\w-]+(\.[\w-]+)*(:\d+)?$/.test(source) &&
      (ALLOW_HTTP || !source.startsWith('http:')))
  const open = FRAME_ANCESTORS.filter((source) => !isNamed(source))
  if (open.length === 0) return null
  return `FRAME_ANCESTORS deja que páginas de otros muestren el portal dentro de la suya (${open.join(', ')}) y engañen a quien hace clic: diga cada una, por ejemplo https://www.cooperativa.cl.`
}

function cookieRefusal({ COOKIE_DOMAIN, PUBLIC_URL }: ProductionSettings): string | null {
  if (!COOKIE_DOMAIN || !PUBLIC_URL) return null
  const domain = COOKIE_DOMAIN.toLowerCase().replace(/^\./, '')
  const { hostname } = new URL(PUBLIC_URL)
  const isParent = domain.includes('.') && `.${hostname}`.endsWith(`.${domain}`)
  if (isParent || domain === hostname) return null
  return 'COOKIE_DOMAIN no es un dominio de PUBLIC_URL, así que los navegadores no aceptarían la cookie y nadie podría ingresar: use, por ejemplo, cooperativa.cl para portal.cooperativa.cl.'
}

const MAX_SESSION_HOURS = 7 * 24
const MAX_IDLE_MINUTES = 24 * 60

function sessionRefusals(set: ProductionSettings): string[] {
  const refusals = []
  if (set.SESSION_MAX_HOURS > MAX_SESSION_HOURS) {
    refusals.push(
      `SESSION_MAX_HOURS pasa de una semana (${MAX_SESSION_HOURS}): una sesión robada u olvidada no terminaría.`,
    )
  }
  if ((set.SESSION_IDLE_MINUTES ?? 0) > MAX_IDLE_MINUTES) {
    refusals.push(
      `SESSION_IDLE_MINUTES pasa de un día (${MAX_IDLE_MINUTES}): quien use después el mismo equipo entraría como el anterior.`,
    )
  }
  return refusals
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
  config: Pick<ServerConfig, 'environment' | 'publicUrl'> &
    Pick<FileConfig, 'scanner' | 'smtpUrl'> &
    Pick<AccessConfig, 'recentLoginMinutes'>,
): string[] {
  if (config.environment === 'local') return []
  return [
    ...(config.scanner
      ? []
      : ['Ningún documento pasa por un antivirus: falta CLAMD_URL, por ejemplo tcp://clamd:3310.']),
    ...(config.publicUrl.protocol === 'https:'
      ? []
      : ['Contraseñas y sesiones viajan sin cifrar: PUBLIC_URL no es https.']),
    ...(config.recentLoginMinutes > 0
      ? []
      : [
          'Una sesión que alguien dejó abierta basta para tomar las cuentas de otros: RECENT_LOGIN_MINUTES=0 no pide confirmar la contraseña.',
        ]),
    ...(config.smtpUrl && allowsPlainMail(config.smtpUrl)
      ? ['Los correos pueden viajar sin cifrar: SMTP_URL tiene requireTLS=false.']
      : []),
    ...(config.smtpUrl && trustsAnyMailServer(config.smtpUrl)
      ? [
          'Los correos, con sus enlaces, pueden llegar a otro servidor: SMTP_URL tiene tls.rejectUnauthorized=false y acepta cualquier certificado.',
        ]
      : []),
  ]
}

/** Whether an email may be sent without TLS. */
export function allowsPlainMail(smtpUrl: string): boolean {
  const { protocol, searchParams } = new URL(smtpUrl)
  const required = searchParams.get('requireTLS')
  // The mailer reads an empty or zero value as no.
  return protocol === 'smtp:' && (required === 'false' || (required !== null && +required === 0))
}

/** Whether a mail server with anybody's certificate gets the emails. */
export function trustsAnyMailServer(smtpUrl: string): boolean {
  return new URL(smtpUrl).searchParams.get('tls.rejectUnauthorized') === 'false'
}
