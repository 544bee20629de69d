import { offlineSales } from '@carpeta/contract/offline-sales'
import { readSales } from '@carpeta/contract/read-sale'
import { queryOptions } from '@tanstack/react-query'
import { answered, call } from '../api/client.ts'

/** @param read returns the sales as a device stores them. */
type Listener = (read: () => unknown) => void

const listeners = new Set<Listener>()

export const salesQuery = queryOptions({
  queryKey: ['sales'],
  queryFn: async ({ signal }) => {
    const answer = await call('GET /api/sales-data/', { signal })
    if (answer) for (const listener of listeners) listener(() => offlineSales(answer))
    return readSales(answer)
  },
})

/** Called after each answer. Returns a function that stops it. */
export function onSalesAnswer(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The sales as a device stores them. */
export async function loadOfflineSales(): Promise<unknown> {
  return offlineSales(await answered('GET /api/sales-data/'))
}
