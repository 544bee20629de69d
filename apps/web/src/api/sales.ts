import { offlineSales } from '@carpeta/contract/sales/offline-sales'
import { readSales } from '@carpeta/contract/sales/read-sale'
import { listSales } from '@carpeta/contract/sales/sales-endpoints'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { answered } from './client/answered.ts'
import { call, type Transport } from './client/client.ts'
import { conditionalFetch } from './client/conditional-fetch.ts'

/** @param read returns the sales as a device stores them. */
type Listener = (read: () => unknown) => void

const listeners = new Set<Listener>()

export const salesQuery = queryOptions({
  queryKey: ['sales'],
  queryFn: async ({ client, signal }) => {
    const answer = await call(listSales, { signal, transport: transportOf(client) })
    if (answer) for (const listener of listeners) listener(() => offlineSales(answer))
    return readSales(answer)
  },
})

/** Each user has a client of their own, with which what was kept goes. */
const transports = new WeakMap<QueryClient, Transport>()

function transportOf(client: QueryClient): Transport {
  const transport = transports.get(client) ?? conditionalFetch()
  transports.set(client, transport)
  return transport
}

/** Called after each answer. Returns a function that stops it. */
export function onSalesAnswer(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The sales as a device stores them. */
export async function loadOfflineSales(): Promise<unknown> {
  return offlineSales(await answered(listSales))
}
