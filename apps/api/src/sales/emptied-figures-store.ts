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
import { many, type SQL, scalar, sql } from '../db/query.ts'
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
  /** How a commitment is called. */
  entry?: string
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
    part: 'compromisos',
    entry: wire,
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

/** Whether some of these sales has a value in a column of the export. @param codes selects their codes */
export async function isFigureStored(
  tx: Transaction,
  { part, name }: { part: string; name: string },
  codes: SQL,
): Promise<boolean> {
  const stored = sections.flatMap(
    ({ fields, prefix = '', stored, only = sql`true`, ...section }) => {
      const [field] = Object.entries(fields).find(([, { wire }]) => prefix + wire === name) ?? []
      if (section.part !== part || field === undefined) return []
      return sql`exists (select from sales join ${stored}
      where sales.code in (${codes}) and ${only} and item.${sql.identifier(columnOf(field))} is not null)`
    },
  )
  return (
    stored.length > 0 && (await scalar<boolean>(tx, sql`select ${sql.join(stored, sql` or `)}`))
  )
}

const kinds = ['uf', 'pesos', 'share', 'count', 'date']

/** One aggregate over the rows of both sides: the staged tables have no statistics for a join. */
function emptiedIn({
  part,
  entry,
  fields,
  prefix = '',
  neverZero = [],
  stored,
  staged,
  only = sql`true`,
}: Section): SQL {
  const figures = Object.entries(fields).filter(([, { kind }]) => kinds.includes(kind))
  const columns = figures.map(([name]) => {
    const column = sql.identifier(columnOf(name))
    const value = neverZero.includes(name) ? sql`nullif(item.${column}, 0)` : sql`item.${column}`
    return sql`${value} as ${column}`
  })
  const values = sql.join(columns, sql`, `)
  const counts = figures.map(([name], at) => {
    const column = sql.identifier(columnOf(name))
    return sql`count(${column}) filter (where is_stored) as ${sql.identifier(`had_${at}`)},
      count(${column}) filter (where not is_stored) as ${sql.identifier(`has_${at}`)}`
  })
  const pairs = figures.map(
    ([, { wire }], at) =>
      sql`(${prefix + wire}, ${sql.identifier(`had_${at}`)}, ${sql.identifier(`has_${at}`)})`,
  )
  return sql`
    select code, figure.name, ${entry ? `«${entry}»` : part} as part
    from (
      select max(code) as code, count(*) filter (where is_stored) as before,
        count(*) filter (where not is_stored) as after, ${sql.join(counts, sql`, `)}
      from (
        select staged_sale.ordinal, staged_sale.code::text as code, true as is_stored, ${values}
        from staged_sale join sales using (code) join ${stored}
        where not sales.is_sample and sales.withdrawn_at is null and ${only}
        union all
        select item.ordinal, null, false, ${values} from ${staged} as item where ${only}
      ) as sides group by ordinal
    ) as counted
    cross join lateral (values ${sql.join(pairs, sql`, `)}) as figure (name, had, has)
    where had > 0 and (has = 0 or has < had and after >= before)`
}
