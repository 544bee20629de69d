import ipaddr from 'ipaddr.js'
import { normalAddress } from '../http/client-address.ts'

/** What counts as one visitor, and the larger network around it. */
export interface AddressNetworks {
  /** An IPv4 address, or the /64 of an IPv6 one: a single customer has at least a /64. */
  visitor: string
  /** The /48 of an IPv6 address, the largest network of one customer; null for IPv4. */
  site: string | null
}

export function networksOf(address: string): AddressNetworks {
  const normal = normalAddress(address)
  if (normal === null || !ipaddr.IPv6.isValid(normal)) {
    return { visitor: normal ?? address, site: null }
  }
  return { visitor: networkOf(normal, 64), site: networkOf(normal, 48) }
}

function networkOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}
