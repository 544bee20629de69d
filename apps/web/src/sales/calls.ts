import type { SignedInUser } from '@carpeta/contract/auth'
import { offlineSales } from '@carpeta/contract/offline-sales'
import { readSales } from '@carpeta/contract/read-sale'
import { queryOptions } from '@tanstack/react-query'
import { answered, call } from '../api/client.ts'
import { storedUser } from '../session/stored-user.ts'
import { fetchSales } from './early-sales.ts'

/** @param read returns the sales as a device stores them. */
type Listener = (read: () => unknown) => void

const listeners = new Set<Listener>()
/** The answer that was there before anybody listened, and whose it is. */
let unheard: { user: SignedInUser | null; read: Parameters<Listener>[0] } | undefined

export const salesQuery = queryOptions({
  queryKey: ['sales'],
  queryFn: async ({ signal }) => {
    const answer = await call('GET /api/sales-data/', { signal, transport: fetchSales })
    const read = () => offlineSales(answer)
    if (answer && listeners.size === 0) unheard = { user: storedUser(), read }
    if (answer) for (const listener of listeners) listener(read)
    return readSales(answer)
  },
})

/** Called after each answer, also one that is there already. Returns a function that stops it. */
export function onSalesAnswer(listener: Listener): () => void {
  listeners.add(listener)
  if (unheard?.user === storedUser()) listener(unheard.read)
  unheard = undefined
  return () => listeners.delete(listener)
}

/** The sales as a device stores them. */
export async function loadOfflineSales(): Promise<unknown> {
  return offlineSales(await answered('GET /api/sales-data/'))
}
