import { createHash } from 'node:crypto'
import type { FieldKind, Fields } from '@carpeta/domain/sales/sale-fields'
import * as tables from '@carpeta/domain/sales/sale-fields'
import type { JobDatabase, Transaction } from '../db/client.ts'
import { exec, type SQL, sql, textOf } from '../db/query.ts'
import { columnOf, shapeOf } from '../db/table-shape.ts'
import { type SaleSection, sections } from './sales-tables.ts'

// The JSON read model of a sale. PostgreSQL alone writes it, so that no amount becomes a float.

const json: Record<FieldKind, (column: SQL) => SQL> = {
  text: (column) => sql`coalesce(${column}, '')`,
  name: (column) => sql`coalesce(${column}, '')`,
  key: (column) =>
    sql`case when ${column} ~ '^[1-9][0-9]{0,14}$' then to_json(${column}::bigint)
      else to_json(${column}) end`,
  link: (column) => sql`coalesce(${column}, '')`,
  date: (column) => sql`coalesce(${column}::text, '')`,
  uf: (column) => sql`trim_scale(${column})`,
  pesos: (column) => sql`trim_scale(${column})`,
  share: (column) => sql`trim_scale(${column})`,
  count: (column) => column,
  places: (column) => sql`concat('[', ${column}, ']')::json`,
}

function valuesOf(fields: Fields, from: string): { wire: string; value: SQL }[] {
  return Object.entries(fields).map(([name, { wire, kind }]) => {
    const column = sql`${sql.identifier(from)}.${sql.identifier(columnOf(name))}`
    return { wire, value: json[kind](column) }
  })
}

/** PostgreSQL limits this function to fifty fields. */
function objectOf(fields: Fields, from: string): SQL {
  const pairs = valuesOf(fields, from).map(({ wire, value }) => sql`${literal(wire)}, ${value}`)
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`
}

function selectOf(fields: Fields, from: string, prefix = ''): SQL {
  const columns = valuesOf(fields, from).map(
    ({ wire, value }) => sql`${value} as ${sql.identifier(`${prefix}${wire}`)}`,
  )
  return sql.join(columns, sql`, `)
}

function literal(text: string): SQL {
  return sql.raw(`'${text.replaceAll("'", "''")}'`)
}

/** A sale's own table and the tables below it, whose `reference` is the sale's `key`. */
interface SaleTables {
  sale: string
  key: string
  reference: string
  below: (section: SaleSection) => string
}

const storedTables: SaleTables = {
  sale: 'sales',
  key: 'id',
  reference: 'sale_id',
  below: (section) => shapeOf(sections[section]).name,
}

/** An expression for each row of the sale's own table: its JSON text. */
export function saleViewOf({ sale, key, reference, below }: SaleTables): SQL {
  const own = (column: string) => sql`${sql.identifier(sale)}.${sql.identifier(column)}`
  const table = (section: SaleSection, alias: string = section) =>
    sql`${sql.identifier(below(section))} ${sql.identifier(alias)}`
  const isBelow = (alias: string) =>
    sql`${sql.identifier(alias)}.${sql.identifier(reference)} = ${own(key)}`
  const rowsOf = (section: SaleSection) => sql`${table(section)} where ${isBelow(section)}`

  const properties = tables.propertyPrefixes.map((prefix, position) => {
    const from = `property${position}`
    return {
      columns: selectOf(tables.propertyFields, from, prefix),
      join: sql`left join ${table('properties', from)} on ${isBelow(from)}
        and ${sql.identifier(from)}.position = ${sql.raw(String(position))}`,
    }
  })
  const venta = sql`(
    select to_json(venta) from (
      select
        ${own('code')} as cod_venta,
        ${selectOf(tables.saleFields, sale)},
        ${sql.join(
          properties.map(({ columns }) => columns),
          sql`, `,
        )},
        ${selectOf(tables.holderFields, 'holder', tables.holderPrefixes.holder)},
        ${selectOf(tables.holderFields, 'co_holder', tables.holderPrefixes.coHolder)}
      from (select) as nothing
      left join ${table('holders', 'holder')} on ${isBelow('holder')} and holder.role = 'holder'
      left join ${table('holders', 'co_holder')}
        on ${isBelow('co_holder')} and co_holder.role = 'co_holder'
      ${sql.join(
        properties.map(({ join }) => join),
        sql` `,
      )}
    ) venta)`
  const inOrder = (section: 'payments' | 'instalments', fields: Fields) => sql`(
    select coalesce(json_agg(${objectOf(fields, section)} order by position), '[]')
    from ${rowsOf(section)})`
  const compromiso = sql`(
    select coalesce(json_object_agg(
      ${byKind(({ wire }) => literal(wire))},
      ${byKind(({ fields }) => objectOf(fields, 'commitments'))}
      order by ${byKind(({ rank }) => sql.raw(String(rank)))}), '{}')
    from ${rowsOf('commitments')})`
  const codes = sql`(
    select coalesce(json_agg(code order by code collate "C"), '[]') from ${rowsOf('findings')})`

  return sql`json_build_object(
    'code', ${own('code')},
    'venta', ${venta},
    'pagos', ${inOrder('payments', tables.paymentFields)},
    'estado_de_pago', json_build_object('Cuotas mensuales', json_build_object(
      'cuotas', ${inOrder('instalments', tables.instalmentFields)})),
    'compromiso', ${compromiso},
    'seguimiento', (select ${objectOf(tables.deedFields, 'deed')} from ${rowsOf('deed')}),
    'por_confirmar', ${codes})::text`
}

function byKind(value: (entry: { wire: string; fields: Fields; rank: number }) => SQL): SQL {
  const cases = Object.entries(tables.commitmentEntries).map(
    ([kind, entry], rank) => sql`when ${literal(kind)} then ${value({ ...entry, rank })}`,
  )
  return sql`case kind ${sql.join(cases, sql` `)} end`
}

const view = saleViewOf(storedTables)

/** A hash of the statement above: an upgrade rewrites the views of another version. */
const viewVersion = Number.parseInt(
  createHash('sha256').update(textOf(view)).digest('hex').slice(0, 7),
  16,
)

/** Rewrites views of another version, after an upgrade. */
export async function renewSaleViews(db: JobDatabase): Promise<void> {
  await db.transaction((tx) =>
    writeSaleViews(
      tx,
      sql`sales.id in (select sale_id from sale_views where version <> ${viewVersion})`,
    ),
  )
}

/** Rewrites the views of sales that match `which`, a condition on `sales`. */
export async function writeSaleViews(tx: Transaction, which: SQL): Promise<void> {
  await exec(
    tx,
    sql`insert into sale_views (sale_id, version, json)
      select sales.id, ${viewVersion}, ${view}
      from sales where ${which}
      on conflict (sale_id) do update set json = excluded.json, version = excluded.version`,
  )
}
