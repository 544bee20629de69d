import type { Sale } from './sale.ts'

/** A name that distinguishes the sales of a member: 'Altos del Biobío · Casa 24'. */
export function saleName({
  project,
  code,
  type,
  lot,
}: {
  project: string
  code: string
  type: string
  lot: string
}): string {
  const property = [type, lot].filter(Boolean).join(' ')
  return [project || code, property].filter(Boolean).join(' · ')
}

/** The same of several: where some would share one, each has its code. */
export function saleNames(sales: Parameters<typeof saleName>[0][]): string[] {
  const names = sales.map(saleName)
  return sales.map(({ code }, at) => {
    const name = names[at] ?? code
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} · ${code}`
  })
}

/** The same of a sale as it is read. */
export function nameOf({ project, code, properties }: NamedSale): string {
  return saleName({ project, code, type: '', lot: '', ...properties[0] })
}

/** 'Casa 24', or the whole name where accounting tells no property: short, beside the other sales of a member. */
export function unitOf(sale: NamedSale): string {
  const [main] = sale.properties
  return [main?.type, main?.lot].filter(Boolean).join(' ') || nameOf(sale)
}

type NamedSale = Pick<Sale, 'project' | 'code' | 'properties'>
