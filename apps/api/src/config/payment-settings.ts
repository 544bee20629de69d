import { z } from 'zod'
import type { ServerConfig } from './server-settings.ts'
import { url } from './setting-kinds.ts'
import { ConfigError } from './usage-error.ts'

/** Payments by Webpay Plus of Transbank; none unless `ONLINE_PAYMENTS` is set. */
export const paymentSettings = {
  /** webpay, or simulator: a page of this machine instead of the bank's, for local runs. */
  ONLINE_PAYMENTS: z.enum(['webpay', 'simulator', '']).default(''),
  /** The cooperative's code at Transbank, 12 digits. */
  WEBPAY_COMMERCE_CODE: z.string().trim().optional(),
  /** Its secret key. */
  WEBPAY_API_KEY: z.string().trim().optional(),
  /** integration charges nothing. */
  WEBPAY_ENVIRONMENT: z.enum(['integration', 'production']).default('integration'),
  /** Another address of Webpay's API, for tests. */
  WEBPAY_URL: url(/^https?$/).optional(),
}

const schema = z.object(paymentSettings)

type PaymentSettings = z.infer<typeof schema>

/** Transbank publishes them for tests. */
export const integrationCredentials = {
  commerceCode: '597055555532',
  apiKey: '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C',
}

/** Those of all products of Transbank. */
const integrationCodes = /^5970555555\d\d$/

const addresses = {
  integration: 'https://webpay3gint.transbank.cl',
  production: 'https://webpay3g.transbank.cl',
}

export interface WebpayConfig {
  /** Of the API and of the page where members pay. */
  baseUrl: URL
  commerceCode: string
  apiKey: string
  /** A server of this process stands in for Webpay, and `baseUrl` is known once it runs. */
  isSimulated: boolean
}

export interface OnlinePaymentsConfig {
  /** Null where members cannot pay online. */
  webpay: WebpayConfig | null
}

/** @throws {ConfigError} */
export function onlinePaymentsConfig(
  set: PaymentSettings,
  { environment }: Pick<ServerConfig, 'environment'>,
): OnlinePaymentsConfig {
  const { ONLINE_PAYMENTS: kind } = set
  if (kind === '') return { webpay: null }
  const baseUrl = baseUrlOf(set)
  if (kind === 'simulator') {
    if (environment !== 'local') {
      throw new ConfigError(
        'ONLINE_PAYMENTS=simulator es solo para probar en una máquina propia (ENVIRONMENT=local): los socios creerían haber pagado.',
      )
    }
    return { webpay: { ...integrationCredentials, baseUrl, isSimulated: true } }
  }
  const commerceCode = set.WEBPAY_COMMERCE_CODE
  const apiKey = set.WEBPAY_API_KEY
  if (!commerceCode || !apiKey) {
    throw new ConfigError(
      'ONLINE_PAYMENTS=webpay necesita WEBPAY_COMMERCE_CODE y WEBPAY_API_KEY, que entrega Transbank.',
    )
  }
  if (!/^\d{12}$/.test(commerceCode)) {
    throw new ConfigError('WEBPAY_COMMERCE_CODE no es válido: son los 12 dígitos que da Transbank.')
  }
  return { webpay: { baseUrl, commerceCode, apiKey, isSimulated: false } }
}

function baseUrlOf({ WEBPAY_ENVIRONMENT, WEBPAY_URL }: PaymentSettings): URL {
  return new URL(WEBPAY_URL ?? addresses[WEBPAY_ENVIRONMENT])
}

/** Why production does not start with these settings: a sentence for each, for the operator. */
export function paymentRefusals(set: PaymentSettings): string[] {
  if (set.ONLINE_PAYMENTS !== 'webpay') return []
  const refusals = []
  // A name may end with a dot.
  const host = baseUrlOf(set).hostname.replace(/\.$/, '')
  const isTest =
    host === new URL(addresses.integration).hostname ||
    integrationCodes.test(set.WEBPAY_COMMERCE_CODE ?? '') ||
    set.WEBPAY_API_KEY === integrationCredentials.apiKey
  if (isTest) {
    refusals.push(
      'ONLINE_PAYMENTS=webpay está con credenciales de integración, que no cobran nada: use WEBPAY_ENVIRONMENT=production, sin WEBPAY_URL, con el código y la clave de la cooperativa.',
    )
  }
  if (set.WEBPAY_URL && new URL(set.WEBPAY_URL).protocol !== 'https:') {
    refusals.push(
      'WEBPAY_URL empieza con http://, así que la clave y los pagos viajarían sin cifrar: use https://, o quítela.',
    )
  }
  return refusals
}
