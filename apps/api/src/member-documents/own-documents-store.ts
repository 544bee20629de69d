import type { WireMemberDocument } from '@carpeta/contract/member-documents'
import { fileNameOf } from '@carpeta/domain/member-documents/archive-names'
import type { Database } from '../db/client.ts'
import { exec, maybeOne, type SQL, scalar, sql, wireRows } from '../db/query.ts'
import { getsEmails, wantsDocumentEmails } from '../people/email-preferences-store.ts'
import { readableSales } from '../sales/sale-accesses-store.ts'
import { isVisibleSale } from '../sales/sales-store.ts'
import { fileColumns, isForHolder, type PublishedFile } from './member-documents-store.ts'

interface Reader {
  id: number
  /** Canonical. */
  rut: string
}

/** Judged at each call: the sale may have been withdrawn, or an access to it revoked. */
const salesReadBy = (rut: string): SQL => sql`(
  select own.id as sale_id, false as is_shared
  from (select sales.id from sales where sales.holder_rut = ${rut} and ${isVisibleSale}) own
  union all select shared.sale_id, true from (${readableSales(rut)}) shared)`

const today = sql`(now() at time zone 'America/Santiago')::date`

export const isVisible = sql`member_documents.withdrawn_at is null
  and member_documents.visible_from <= ${today}`

// Nobody reads what was published for a former holder.
const isShown = sql`${isVisible} and ${isForHolder(sql`sales.holder_rut`)}
  and (not readable.is_shared or member_documents.visible_to_co_holder)`

const published = (rut: string) => sql`${salesReadBy(rut)} readable
  join sales on sales.id = readable.sale_id
  join member_documents on member_documents.sale_id = readable.sale_id and ${isShown}
  join member_document_versions
    on member_document_id = member_documents.id and replaced_at is null
  join documents on documents.id = document_id`

const answered = ({ id, rut }: Reader) => sql`${salesReadBy(rut)} readable
  join sales on sales.id = readable.sale_id and not readable.is_shared
  join requests on requests.sale_id = sales.id and requests.user_id = ${id}
  join request_documents
    on request_id = requests.id and position is null and published_at is not null
  join documents on documents.id = document_id`

/** A condition on `member_document_versions`: the person with this rut can read this version now. */
export function isReadableBy(rut: string): SQL {
  return sql`member_document_versions.document_id in (select documents.id from ${published(rut)})`
}

/** A condition on `member_documents`: the person with this rut can read the document now. */
export function isDocumentReadableBy(rut: string): SQL {
  return sql`member_documents.id in (select member_documents.id from ${published(rut)})`
}

// A statement is drawn when it is opened: no file of it is stored, so only one whose sale has not changed
// since can be had again, and of those of the same figures the last is enough.
const issued = ({ id, rut }: Reader) => sql`${salesReadBy(rut)} readable
  join sales on sales.id = readable.sale_id
  join lateral (
    select folio, issued_on from issued_statements
    where issued_statements.sale_id = sales.id and user_id = ${id}
      and issued_statements.content_hash = sales.content_hash
    order by issued_at desc limit 1) last on true`

// Drawn when it is opened, from the order that proves it.
const paidOnline = ({ id, rut }: Reader) => sql`${salesReadBy(rut)} readable
  join sales on sales.id = readable.sale_id
  join payment_orders on payment_orders.sale_id = sales.id and user_id = ${id}
    and authorized_at is not null`

/**
 * What the member can open now, the newest first: published documents, files of answers, receipts of
 * payments online, and of each sale the last statement that was issued to the member, while its figures
 * are those of the sale.
 */
export function listReadable(db: Database, reader: Reader): Promise<WireMemberDocument[]> {
  return wireRows<WireMemberDocument>(
    db,
    sql`select id, sale_code, category, title, date, size, content_type, is_new, version, source
      from (
        select to_json(member_documents.id) as id, sales.code as sale_code, category, title,
          member_documents.date::text as date, documents.size, documents.type as content_type,
          not exists (
            select from member_document_reads
            where member_document_reads.document_id = documents.id and user_id = ${reader.id}
          ) as is_new,
          version, 'published' as source, documents.id as place
        from ${published(reader.rut)}
        union all
        select to_json('request-' || documents.id), sales.code, 'other', documents.name,
          (published_at at time zone 'America/Santiago')::date::text, documents.size,
          documents.type, false, 1, 'request', documents.id
        from ${answered(reader)}
        union all
        select to_json('statement-' || folio), sales.code, 'payments', 'Estado de cuenta',
          issued_on::text, 0, 'application/pdf', false, 1, 'statement', 0
        from ${issued(reader)}
        union all
        select to_json('payment-' || payment_orders.id), sales.code, 'payments',
          'Comprobante de pago en línea ' || folio,
          (authorized_at at time zone 'America/Santiago')::date::text, 0, 'application/pdf', false, 1,
          'payment', payment_orders.id
        from ${paidOnline(reader)}
      ) listed
      order by date desc, place desc`,
  )
}

/** Named by its title: staff may have written a rut into the name of the file. */
export async function findReadableFile(
  db: Database,
  reader: Reader,
  memberDocumentId: number,
): Promise<PublishedFile | null> {
  const file = await maybeOne<PublishedFile & { title: string }>(
    db,
    sql`select ${fileColumns(sql`sales.holder_rut`)}, title from ${published(reader.rut)}
      where member_documents.id = ${memberDocumentId}`,
  )
  return file && { ...file, name: fileNameOf({ title: file.title, content_type: file.type }) }
}

/** Whether it is the file of an answer in a sale that the member sees now. */
export async function isReadableAnswerFile(
  db: Database,
  reader: Reader,
  documentId: number,
): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select documents.id from ${answered(reader)} where documents.id = ${documentId}`,
  )
  return found !== null
}

export async function markRead(db: Database, documentId: number, userId: number): Promise<void> {
  await exec(
    db,
    sql`insert into member_document_reads (document_id, user_id)
      values (${documentId}, ${userId})
      on conflict (document_id, user_id) do update set last_opened_at = now()`,
  )
}

/** A condition of `newlyVisible`: what holders can read since these days. */
export function isVisibleSince(days: number): SQL {
  return sql`greatest(
      visible_from, (published_at at time zone 'America/Santiago')::date, sales.approved_on
    ) > ${today} - ${days}::integer`
}

/** Selects `user_id`, `sale_code`, `subject` and `date` of what holders can read and did not open. */
export function newlyVisible(since: SQL): SQL {
  return sql`select users.id as user_id, sales.code as sale_code,
      member_documents.id::text as subject, member_documents.date
    from member_documents
    join sales on sales.id = sale_id and ${isVisibleSale}
    join users on users.rut = sales.holder_rut and users.deleted_at is null
    where ${isVisible} and ${isForHolder(sql`sales.holder_rut`)} and ${since}
      and not exists (
        select from member_document_reads
        join member_document_versions using (document_id)
        where member_document_id = member_documents.id and user_id = users.id)`
}

/** How many holders get an email about at least one of these documents: who does not see its sale gets none. */
export function countDocumentEmails(
  db: Database,
  documents: { saleId: number; holderRut: string; category: string }[],
): Promise<number> {
  const planned = sql`unnest(${documents.map(({ saleId }) => saleId)}::integer[],
    ${documents.map(({ holderRut }) => holderRut)}::text[],
    ${documents.map(({ category }) => category)}::text[]) as planned (sale_id, rut, category)`
  return scalar(
    db,
    sql`select count(distinct users.id) from ${planned}
      join sales on sales.id = planned.sale_id and ${isVisibleSale}
      join users on users.rut = planned.rut
      where ${getsEmails} and ${wantsDocumentEmails(sql`planned.category`)}`,
  )
}

/** Selects the title of a document of `sales` that is for this holder and visible now. */
export function titleFor(id: SQL, holderRut: SQL): SQL {
  return sql`(select title from member_documents
    where member_documents.id = ${id} and member_documents.sale_id = sales.id and ${isVisible}
      and ${isForHolder(holderRut)})`
}

export function categoryOf(id: SQL): SQL {
  return sql`(select category from member_documents where member_documents.id = ${id})`
}
