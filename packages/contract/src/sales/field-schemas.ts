import type { FieldKind, Fields } from '@carpeta/domain/sales/sale-fields'
import { z } from 'zod'
import { wireDate } from '../text.ts'

const amount = z.number().nullable()
const text = z.string().nullable()

/** The wire schema of each kind. */
const schemas = {
  text,
  name: text,
  key: z.union([z.string(), z.number()]),
  link: text,
  date: wireDate,
  uf: amount,
  pesos: amount,
  share: amount,
  count: amount,
  places: z.array(z.number()),
} satisfies Record<FieldKind, z.ZodType>

type ShapeOf<Table extends Fields, Prefix extends string> = {
  [Name in keyof Table as `${Prefix}${Table[Name]['wire']}`]: (typeof schemas)[Table[Name]['kind']]
}

/** The schemas of a table of fields by their names on the wire. */
export function shapeOf<Table extends Fields, Prefix extends string = ''>(
  fields: Table,
  prefix?: Prefix,
): ShapeOf<Table, Prefix> {
  const entries = Object.values(fields).map(({ wire, kind }) => [
    `${prefix ?? ''}${wire}`,
    schemas[kind],
  ])
  return Object.fromEntries(entries)
}
