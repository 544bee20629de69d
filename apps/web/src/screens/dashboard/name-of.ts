import type { Sale } from '@carpeta/domain/sales/sale'
import { saleName } from '@carpeta/domain/sales/sale-name'

export function nameOf({ project, code, properties: [main] }: Sale): string {
  return saleName({ project, code, type: main?.type ?? '', lot: main?.lot ?? '' })
}
