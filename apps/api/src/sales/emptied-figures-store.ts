import {
  commitmentEntries,
  deedFields,
  type Fields,
  holderFields,
  holderPrefixes,
  instalmentFields,
  paymentFields,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import type { Transaction } from '../db/client.ts'
import { many, type SQL, sql } from '../db/query.ts'
import { columnOf } from '../db/table-shape.ts'

/** An amount or a date that sales have now and a load leaves empty. */
export interface EmptiedFigure {
  /** As the export calls it: 'monto_uf', and the part that it is in. */
  name: string
  part: string
  sales: number
  /** The code of one of them. */
  example: string
  /** How many sales have any such figure. */
  allSales: number
}

interface Section {
  part: string
  fields: Fields
  /** Their names in the export begin with it. */
  prefix?: string
  /** Amounts that are never 0, which some programs write for what they did not calculate. */
  neverZero?: string[]
  /** The rows of a stored sale, and those that are staged. */
  stored: SQL
  staged: SQL
  /** A condition on both. */
  only?: SQL
}

const rowsOf = (table: string) => sql`${sql.identifier(table)} as item on item.sale_id = sales.id`

const holders = (['holder', 'coHolder'] as const).map(
  (role): Section => ({
    part: 'ventas',
    fields: holderFields,
    prefix: holderPrefixes[role],
    stored: rowsOf('sale_holders'),
    staged: sql`staged_holders`,
    only: sql`item.role = ${columnOf(role)}`,
  }),
)

const commitments = Object.entries(commitmentEntries).map(
  ([kind, { wire, fields }]): Section => ({
    part: `«${wire}»`,
    fields,
    neverZero: kind === 'instalments' ? ['amount', 'paid'] : [],
    stored: rowsOf('commitments'),
    staged: sql`staged_commitments`,
    only: sql`item.kind = ${kind}`,
  }),
)

const sections: Section[] = [
  {
    part: 'ventas',
    fields: saleFields,
    neverZero: ['price'],
    stored: sql`sales as item on item.id = sales.id`,
    staged: sql`staged_sale`,
  },
  ...holders,
  {
    part: 'cuotas',
    fields: instalmentFields,
    neverZero: ['amount'],
    stored: rowsOf('instalments'),
    staged: sql`staged_instalments`,
  },
  {
    part: 'pagos',
    // What pays no instalment yet is applied some day.
    fields: Object.fromEntries(
      Object.entries(paymentFields).filter(([name]) => name !== 'unapplied'),
    ),
    neverZero: ['amount'],
    stored: rowsOf('payments'),
    staged: sql`staged_payments`,
  },
  ...commitments,
  {
    part: 'seguimiento',
    fields: deedFields,
    stored: rowsOf('deed_trackings'),
    staged: sql`staged_deed`,
  },
]

/**
 * The amounts and dates that changed sales have now and the staged load leaves empty: in the whole list, or
 * in more of its rows than before.
 */
export function findEmptiedFigures(tx: Transaction): Promise<EmptiedFigure[]> {
  return many<EmptiedFigure>(
    tx,
    sql`with emptied as (${sql.join(sections.map(emptiedIn), sql` union all `)})
      select name, part, count(distinct code) as sales, min(code) as example,
        (select count(distinct code) from emptied) as all_sales
      from emptied group by name, part order by 3 desc, 2, 1`,
  )
}

const kinds = ['uf', 'pesos', 'share', 'count', 'date']

function emptiedIn({
  part,
  fields,
  prefix = '',
  neverZero = [],
  stored,
  staged,
  only = sql`true`,
}: Section): SQL {
  const figures = Object.entries(fields).filter(([, { kind }]) => kinds.includes(kind))
  const counts = figures.map(([name]) => {
    const column = sql.identifier(columnOf(name))
    const value = neverZero.includes(name) ? sql`nullif(item.${column}, 0)` : sql`item.${column}`
    return sql`count(${value}) as ${column}`
  })
  const pairs = figures.map(([name, { wire }]) => {
    const column = sql.identifier(columnOf(name))
    return sql`(${prefix + wire}, before.${column}, coalesce(after.${column}, 0))`
  })
  const counted = sql.join([sql`count(*) as rows`, ...counts], sql`, `)
  return sql`
    select before.code, figure.name, ${part} as part
    from (
      select staged_sale.ordinal, staged_sale.code, ${counted}
      from staged_sale join sales using (code) join ${stored}
      where not sales.is_sample and sales.withdrawn_at is null and ${only}
      group by 1, 2
    ) as before left join (
      select item.ordinal, ${counted} from ${staged} as item where ${only} group by 1
    ) as after using (ordinal)
    cross join lateral (values ${sql.join(pairs, sql`, `)}) as figure (name, had, has)
    where had > 0 and (has = 0 or has < had and coalesce(after.rows, 0) >= before.rows)`
}
