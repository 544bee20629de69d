const RECEIPT = /("ficha_pago" : )"((?:[^"\\]|\\.)*)"/g

/**
 * Empties the receipt links of a sales document whose host is not one of `hosts` (`RECEIPT_HOSTS`).
 * Works on the JSON text, whose exact numbers must not pass through a float. No hosts: all stay.
 */
export function keepReceiptLinksOf(hosts: string[], salesJson: string): string {
  if (hosts.length === 0) return salesJson
  return salesJson.replace(RECEIPT, (whole, name: string, address: string) =>
    hosts.includes(hostOf(address)) ? whole : `${name}""`,
  )
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : ''
}
