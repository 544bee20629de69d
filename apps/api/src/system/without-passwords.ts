import type { Config } from '../config/config.ts'

/** Shorter ones would black out ordinary words. */
const MIN_LENGTH = 4

/** A text in which another system may have quoted what it was sent, without the passwords of the settings. */
export function withoutPasswords(text: string, config: Config): string {
  return passwordsOf(config).reduce((rest, password) => rest.replaceAll(password, '···'), text)
}

function passwordsOf(config: Config): string[] {
  const { smtpUrl, databaseUrl, databaseOwnerUrl, accounting, backup, webpay } = config
  const addresses = [smtpUrl, databaseUrl, databaseOwnerUrl, accounting.url, backup.url]
  const given = addresses.flatMap((address) => {
    if (!address || !URL.canParse(address)) return []
    const { password, searchParams } = new URL(address)
    return [password, decodeURIComponent(password), searchParams.get('secret')]
  })
  const credentials = [config.documents, config.auditAnchors].map((place) =>
    place?.kind === 'bucket' ? place.credentials?.secretAccessKey : null,
  )
  return [...given, ...credentials, accounting.password, webpay?.apiKey].filter(
    (password): password is string => (password?.length ?? 0) >= MIN_LENGTH,
  )
}
