import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'

// The only place where a sale leaves in the accounting system's words (spec §3, wire.md §11).
// PostgreSQL writes the numbers, so that a UF never passes through a float.

const propertyColumns = [0, 1, 2, 3, 4].map((position) => {
  const prefix = sql.raw(position === 0 ? 'propiedad' : `propiedad${position}`)
  const at = sql.raw(`p${position}`)
  return sql`
    coalesce(${at}.type, '') as ${prefix}_cod_tipo_descripcion,
    coalesce(${at}.lot, '') as ${prefix}_lote,
    coalesce(${at}.model, '') as ${prefix}_modelo`
})

const propertyJoins = [0, 1, 2, 3, 4].map((position) => {
  const at = sql.raw(`p${position}`)
  return sql`left join sale_properties ${at}
    on ${at}.sale_id = sales.id and ${at}.position = ${sql.raw(String(position))}`
})

function holderColumns(from: 'holder' | 'co_holder', prefix: 'cliente' | 'clienteco'): SQL {
  const at = sql.raw(from)
  const as = sql.raw(prefix)
  return sql`
    coalesce(${at}.full_name, '') as ${as}_nombre_completo,
    coalesce(${at}.given_names, '') as ${as}_nombres,
    coalesce(${at}.rut, '') as ${as}_rut,
    coalesce(${at}.city, '') as ${as}_ciudad_descripcion,
    coalesce(${at}.commune, '') as ${as}_comuna_descripcion,
    coalesce(${at}.address, '') as ${as}_direccion,
    coalesce(${at}.profession, '') as ${as}_profesion,
    coalesce(${at}.marital_status, '') as ${as}_estado_civil_descripcion,
    coalesce(${at}.employer, '') as ${as}_empleador,
    coalesce(${at}.phone, '') as ${as}_fono,
    coalesce(${at}.email, '') as ${as}_email,
    ${at}.income as ${as}_renta,
    ${at}.fee_income as ${as}_renta_variable,
    ${at}.rental_income as ${as}_renta_arriendo,
    ${at}.average_income as ${as}_renta_promedio,
    coalesce(${at}.legal_representative, '') as ${as}_nombre_representante_legal`
}

const venta = sql`(
  select to_json(venta) from (
    select
      sales.code as cod_venta,
      sales.project as proyecto_descripcion,
      sales.condominium as proyecto_descripcion_condominio,
      sales.advisor as vendedor_descripcion,
      trim_scale(sales.price) as precio_venta,
      coalesce(sales.completed_on::text, '') as fecha_real,
      coalesce(sales.approved_on::text, '') as fecha_aprob_semi,
      ${sql.join(propertyColumns, sql`, `)},
      ${holderColumns('holder', 'cliente')},
      ${holderColumns('co_holder', 'clienteco')}
    from (select) as nothing
    left join sale_holders holder on holder.sale_id = sales.id and holder.role = 'holder'
    left join sale_holders co_holder on co_holder.sale_id = sales.id and co_holder.role = 'co_holder'
    ${sql.join(propertyJoins, sql` `)}
  ) venta)`

const pagos = sql`(
  select coalesce(json_agg(json_build_object(
    'key', case when key ~ '^[1-9][0-9]{0,14}$' then to_json(key::bigint) else to_json(key) end,
    'monto_uf', trim_scale(amount),
    'fecha_deposito', coalesce(deposited_on::text, ''),
    'tipo_doc_descripcion', document_type,
    'ficha_pago', receipt_url) order by position), '[]')
  from payments where payments.sale_id = sales.id)`

const cuotas = sql`(
  select coalesce(json_agg(json_build_object(
    'fecha_vencimiento', coalesce(due_on::text, ''),
    'monto_uf', trim_scale(amount),
    'monto_uf_saldo', trim_scale(balance),
    'estado', state) order by position), '[]')
  from instalments where instalments.sale_id = sales.id)`

const committed = sql`
  'compromiso', trim_scale(amount),
  'compromiso_pesos', amount_in_pesos,
  'compromiso_porcentaje', trim_scale(share),
  'tipo_documento', document_type`

const compromiso = sql`(
  select coalesce(json_object_agg(
    case kind
      when 'reservation' then 'Reserva'
      when 'instalments' then 'Cuotas mensuales'
      when 'debt' then 'resumen'
      when 'cash' then 'contado_preliminar'
      else 'credito_hipotecario_preliminar'
    end,
    case kind
      when 'reservation' then json_build_object(
        ${committed}, 'fecha_ultimo_pago', coalesce(last_paid_on::text, ''))
      when 'instalments' then json_build_object(
        ${committed},
        'compromiso_pagado', trim_scale(paid),
        'compromiso_pagado_porcentaje', trim_scale(paid_share),
        'cuotas_pendientes', pending_instalments)
      when 'debt' then json_build_object('deuda', trim_scale(amount))
      else json_build_object('compromiso', trim_scale(amount))
    end), '{}')
  from commitments where commitments.sale_id = sales.id)`

const seguimiento = sql`(
  select json_build_object(
    'financiera', lender,
    'fecha_borrador', coalesce(drafted_on::text, ''),
    'fecha_firma_cli_i', coalesce(buyer_signed_on::text, ''),
    'fecha_vendedor_i', coalesce(seller_signed_on::text, ''),
    'fecha_alzamiento_i', coalesce(releasing_bank_signed_on::text, ''),
    'fecha_abogado_inst_i', coalesce(entered_lender_on::text, ''),
    'fecha_firma_finan_i', coalesce(lender_signed_on::text, ''),
    'fecha_copia_notaria_i', coalesce(closed_on::text, ''),
    'fecha_entre_cbr_i', coalesce(entered_registry_on::text, ''),
    'fecha_real_cbr_i', coalesce(left_registry_on::text, ''))
  from deed_trackings where deed_trackings.sale_id = sales.id)`

/** Raised with every change of the shape below; `renewSaleDocuments` then writes all anew. */
const VERSION = 1

/** After an upgrade: the documents that an older version wrote. */
export async function renewSaleDocuments(db: Database): Promise<void> {
  await db.transaction((tx) =>
    writeSaleDocuments(
      tx,
      sql`sales.id in (select sale_id from sale_documents where version <> ${VERSION})`,
    ),
  )
}

/** Writes anew the documents of the sales that `which` selects (a condition on `sales`). */
export async function writeSaleDocuments(tx: Transaction, which: SQL): Promise<void> {
  await tx.execute(sql`
    insert into sale_documents (sale_id, version, document)
    select sales.id, ${VERSION}, json_build_object(
      'code', sales.code,
      'venta', ${venta},
      'pagos', ${pagos},
      'estado_de_pago', json_build_object('Cuotas mensuales', json_build_object('cuotas', ${cuotas})),
      'compromiso', ${compromiso},
      'seguimiento', ${seguimiento})::text
    from sales where ${which}
    on conflict (sale_id) do update
      set document = excluded.document, version = excluded.version`)
}
