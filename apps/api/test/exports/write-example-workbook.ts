import { writeFileSync } from 'node:fs'
import { sample } from '../imports.ts'
import { workbookOfSales } from './workbook-of.ts'

writeFileSync(
  new URL('../../../../docs/examples/ventas.xlsx', import.meta.url),
  workbookOfSales(sample),
)
