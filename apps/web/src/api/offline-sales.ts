import { offlineSales } from '@carpeta/contract/sales/offline-sales'
import { listSales } from '@carpeta/contract/sales/sales-endpoints'
import { answered } from './client/answered.ts'

/** The sales as this device stores them for use offline. */
export async function loadOfflineSales(): Promise<unknown> {
  return offlineSales(await answered(listSales))
}
