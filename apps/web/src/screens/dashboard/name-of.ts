import type { Sale } from '@carpeta/domain/sales/sale'

/** A name that distinguishes the member's sales: 'Altos del Biobío · Casa 24'. */
export function nameOf({ project, code, properties: [main] }: Sale): string {
  const property = [main?.type, main?.lot].filter(Boolean).join(' ')
  return [project || code, property].filter(Boolean).join(' · ')
}
