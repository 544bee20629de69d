import type { Config } from './config.ts'

/** Weaknesses of the settings that do not stop the start, as sentences for the operator. */
export function startWarnings(config: Config): string[] {
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
