import { readSales } from '@carpeta/contract/sales/read-sale'
import { listSales } from '@carpeta/contract/sales/sales-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client/client.ts'

export const salesQuery = queryOptions({
  queryKey: ['sales'],
  queryFn: async ({ signal }) => readSales(await call(listSales, { signal })),
})
