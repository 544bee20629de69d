import { createHash } from 'node:crypto'
import type { FieldKind, Fields } from '@carpeta/domain/sales/sale-fields'
import * as tables from '@carpeta/domain/sales/sale-fields'
import type { Database, Transaction } from '../db/client.ts'
import { columnOf } from '../db/column-of.ts'
import { exec, type SQL, sql, textOf } from '../db/query.ts'

// The JSON read model of a sale. PostgreSQL writes the numbers, so that no amount becomes a float.

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

const properties = tables.propertyPrefixes.map((prefix, position) => {
  const from = `property${position}`
  const table = sql.identifier(from)
  return {
    columns: selectOf(tables.propertyFields, from, prefix),
    join: sql`left join sale_properties ${table}
      on ${table}.sale_id = sales.id and ${table}.position = ${sql.raw(String(position))}`,
  }
})

const venta = sql`(
  select to_json(venta) from (
    select
      sales.code as cod_venta,
      ${selectOf(tables.saleFields, 'sales')},
      ${sql.join(
        properties.map(({ columns }) => columns),
        sql`, `,
      )},
      ${selectOf(tables.holderFields, 'holder', tables.holderPrefixes.holder)},
      ${selectOf(tables.holderFields, 'co_holder', tables.holderPrefixes.coHolder)}
    from (select) as nothing
    left join sale_holders holder on holder.sale_id = sales.id and holder.role = 'holder'
    left join sale_holders co_holder on co_holder.sale_id = sales.id and co_holder.role = 'co_holder'
    ${sql.join(
      properties.map(({ join }) => join),
      sql` `,
    )}
  ) venta)`

const pagos = sql`(
  select coalesce(json_agg(${objectOf(tables.paymentFields, 'payments')} order by position), '[]')
  from payments where payments.sale_id = sales.id)`

const cuotas = sql`(
  select coalesce(json_agg(${objectOf(tables.instalmentFields, 'instalments')} order by position), '[]')
  from instalments where instalments.sale_id = sales.id)`

function byKind(value: (entry: { wire: string; fields: Fields; rank: number }) => SQL): SQL {
  const cases = Object.entries(tables.commitmentEntries).map(
    ([kind, entry], rank) => sql`when ${literal(kind)} then ${value({ ...entry, rank })}`,
  )
  return sql`case kind ${sql.join(cases, sql` `)} end`
}

const compromiso = sql`(
  select coalesce(json_object_agg(
    ${byKind(({ wire }) => literal(wire))},
    ${byKind(({ fields }) => objectOf(fields, 'commitments'))}
    order by ${byKind(({ rank }) => sql.raw(String(rank)))}), '{}')
  from commitments where commitments.sale_id = sales.id)`

const seguimiento = sql`(
  select ${objectOf(tables.deedFields, 'deed_trackings')}
  from deed_trackings where deed_trackings.sale_id = sales.id)`

const porConfirmar = sql`(
  select coalesce(json_agg(code order by code collate "C"), '[]')
  from sale_findings where sale_findings.sale_id = sales.id)`

const view = sql`json_build_object(
  'code', sales.code,
  'venta', ${venta},
  'pagos', ${pagos},
  'estado_de_pago', json_build_object('Cuotas mensuales', json_build_object('cuotas', ${cuotas})),
  'compromiso', ${compromiso},
  'seguimiento', ${seguimiento},
  'por_confirmar', ${porConfirmar})::text`

/** A hash of the statement above: an upgrade rewrites the views of another version. */
export const viewVersion = Number.parseInt(
  createHash('sha256').update(textOf(view)).digest('hex').slice(0, 7),
  16,
)

/** Rewrites views of another version, after an upgrade. */
export async function renewSaleViews(db: Database): Promise<void> {
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
