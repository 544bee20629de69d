import { readSales } from '@carpeta/contract/sales/read-sale'
import { listSales } from '@carpeta/contract/sales/sales-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client/client.ts'

type Listener = (answer: unknown) => void

const listeners = new Set<Listener>()

export const salesQuery = queryOptions({
  queryKey: ['sales'],
  queryFn: async ({ signal }) => {
    const answer = await call(listSales, { signal })
    if (answer) for (const listener of listeners) listener(answer)
    return readSales(answer)
  },
})

/** Passes on each answer as the server sent it. Returns a function that stops it. */
export function onSalesAnswer(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
