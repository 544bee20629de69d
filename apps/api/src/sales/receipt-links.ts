const RECEIPT = /("ficha_pago" : )"((?:[^"\\]|\\.)*)"/g

/**
 * Empties receipt links to hosts outside `hosts` (`RECEIPT_HOSTS`); an empty list allows all. Edits
 * the JSON text, because parsing would turn amounts into floats.
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
