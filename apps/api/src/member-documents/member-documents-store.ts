import type { StaffDocument, WireMemberDocument } from '@carpeta/contract/member-documents'
import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { DocumentCategory } from '@carpeta/domain/member-documents/member-document-rules'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import { instant, wireRows } from '../db/wire-rows.ts'
import { readableSales } from '../sales/sale-accesses-store.ts'
import { isVisibleSale } from '../sales/sales-store.ts'
import { accountIdOf, fullName } from '../users/people-store.ts'

/** A condition on `documents`: it is a version of a published document, or a zip of them. */
export const isPublished = sql`(exists (
  select from member_document_versions
  where member_document_versions.document_id = documents.id) or exists (
  select from document_imports where document_imports.document_id = documents.id))`

/** A condition on `sales`: a document was published in it. */
export const hasDocuments = sql`exists (
  select from member_documents where member_documents.sale_id = sales.id)`

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

const isVisible = sql`member_documents.withdrawn_at is null
  and member_documents.visible_from <= ${today}`

const isShown = sql`${isVisible}
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

// A statement is drawn when it is opened: no file of it is stored, so only one whose sale has not changed
// since can be had again, and of those of the same figures the last is enough.
const issued = ({ id, rut }: Reader) => sql`${salesReadBy(rut)} readable
  join sales on sales.id = readable.sale_id
  join lateral (
    select folio, issued_on from issued_statements
    where issued_statements.sale_id = sales.id and user_id = ${id}
      and issued_statements.content_hash = sales.content_hash
    order by issued_at desc limit 1) last on true`

/**
 * What the member can open now, the newest first: published documents, files of answers, and of each sale
 * the last statement that was issued to the member, while its figures are those of the sale.
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
      ) listed
      order by date desc, place desc`,
  )
}

/** A stored file with the account of its sale's holder. */
export interface PublishedFile {
  id: number
  storageKey: string
  name: string
  type: string
  /** Bytes. */
  size: number
  /** Null where the holder has no account. */
  memberId: number | null
}

const fileColumns = sql`documents.id, storage_key, name, type, size,
  ${accountIdOf(sql`sales.holder_rut`)} as member_id`

export function findReadableFile(
  db: Database,
  reader: Reader,
  memberDocumentId: number,
): Promise<PublishedFile | null> {
  return maybeOne<PublishedFile>(
    db,
    sql`select ${fileColumns} from ${published(reader.rut)}
      where member_documents.id = ${memberDocumentId}`,
  )
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

export interface PublishedFields {
  category: DocumentCategory
  title: string
  date: CalendarDate
  visibleFrom: CalendarDate
  visibleToCoHolder: boolean
}

export interface StoredDocument extends PublishedFields {
  id: number
  saleCode: string
  name: string
  type: string
  /** Bytes. */
  size: number
  sha256: string
  version: number
  publishedAt: Date
  withdrawnAt: Date | null
  reason: string
  /** The account of the sale's holder. */
  memberId: number | null
  earlierVersions: StaffDocument['earlier_versions']
}

const ofSale = (code: string) => sql`member_documents
  join sales on sales.id = sale_id and sales.code = ${code}
  join member_document_versions
    on member_document_id = member_documents.id and replaced_at is null
  join documents on documents.id = document_id`

const storedColumns = sql`member_documents.id, sales.code as sale_code, category, title,
  member_documents.date, visible_from, visible_to_co_holder, documents.name, documents.type,
  documents.size, documents.sha256, version, published_at, member_documents.withdrawn_at, reason,
  ${accountIdOf(sql`sales.holder_rut`)} as member_id,
  (select coalesce(json_agg(json_build_object(
      'version', earlier.version, 'name', files.name, 'size', files.size,
      'content_type', files.type, 'replaced_at', ${instant('earlier.replaced_at')})
      order by earlier.version desc), '[]')
    from member_document_versions earlier join documents files on files.id = earlier.document_id
    where earlier.member_document_id = member_documents.id and earlier.replaced_at is not null
  ) as earlier_versions`

/** Every document of a sale, the newest first. */
export function listOfSale(db: Queryable, code: string): Promise<StoredDocument[]> {
  return many<StoredDocument>(
    db,
    sql`select ${storedColumns} from ${ofSale(code)}
      order by member_documents.date desc, member_documents.id desc`,
  )
}

export function findOfSale(
  db: Queryable,
  code: string,
  id: number,
): Promise<StoredDocument | null> {
  return maybeOne<StoredDocument>(
    db,
    sql`select ${storedColumns} from ${ofSale(code)} where member_documents.id = ${id}`,
  )
}

/** Locked first: the version is read as the last change left it. */
export async function lockOfSale(
  tx: Transaction,
  code: string,
  id: number,
): Promise<StoredDocument | null> {
  await exec(tx, sql`select id from member_documents where id = ${id} for update`)
  return findOfSale(tx, code, id)
}

/** The sale with this code, and its holder's account; null also once the holder is erased. */
export function findSale(
  db: Queryable,
  code: string,
): Promise<{ id: number; memberId: number | null } | null> {
  return maybeOne(
    db,
    sql`select id, ${accountIdOf(sql`sales.holder_rut`)} as member_id
      from sales where code = ${code} and holder_erased_at is null`,
  )
}

export interface SaleOfDocuments {
  code: string
  id: number
  memberId: number | null
}

/** The sales with these codes whose holder is not erased. */
export function findSales(db: Database, codes: string[]): Promise<SaleOfDocuments[]> {
  return many<SaleOfDocuments>(
    db,
    sql`select code, id, ${accountIdOf(sql`sales.holder_rut`)} as member_id
      from sales where code = any(${codes}) and holder_erased_at is null`,
  )
}

/** Serializes what is published in the sale. @returns false once its holder is erased */
export async function lockSale(tx: Transaction, saleId: number): Promise<boolean> {
  const sale = await maybeOne(
    tx,
    sql`select id from sales where id = ${saleId} and holder_erased_at is null
      for no key update`,
  )
  return sale !== null
}

/** Selects `user_id`, `sale_code`, `subject` and `date` of what holders can read since these days and did not open. */
export function newlyVisible(days: number): SQL {
  return sql`select users.id as user_id, sales.code as sale_code,
      member_documents.id::text as subject, member_documents.date
    from member_documents
    join sales on sales.id = sale_id and ${isVisibleSale}
    join users on users.rut = holder_rut and users.deleted_at is null
    where ${isVisible}
      and greatest(visible_from, (published_at at time zone 'America/Santiago')::date)
        > ${today} - ${days}::integer
      and not exists (
        select from member_document_reads
        join member_document_versions using (document_id)
        where member_document_id = member_documents.id and user_id = users.id)`
}

/** Selects the title of a document of `sales` that its holder can read now. */
export function titleFor(id: SQL): SQL {
  return sql`(select title from member_documents
    where member_documents.id = ${id} and member_documents.sale_id = sales.id and ${isVisible})`
}

export function categoryOf(id: SQL): SQL {
  return sql`(select category from member_documents where member_documents.id = ${id})`
}

/** A version of a document of the sale, replaced or not. */
export function findVersionOfSale(
  db: Database,
  { code, id, version }: { code: string; id: number; version: number },
): Promise<PublishedFile | null> {
  return maybeOne<PublishedFile>(
    db,
    sql`select ${fileColumns} from member_documents
      join sales on sales.id = sale_id and sales.code = ${code}
      join member_document_versions on member_document_id = member_documents.id
      join documents on documents.id = document_id
      where member_documents.id = ${id} and version = ${version}`,
  )
}

/** The document of the sale whose current version has these bytes. */
export async function findSameFile(
  db: Queryable,
  saleId: number,
  sha256: string,
): Promise<number | null> {
  const [same] = await many<{ id: number }>(
    db,
    sql`select member_documents.id
      from member_documents
      join member_document_versions
        on member_document_id = member_documents.id and replaced_at is null
      join documents on documents.id = document_id
      where sale_id = ${saleId} and member_documents.withdrawn_at is null
        and documents.sha256 = ${sha256}
      order by member_documents.id limit 1`,
  )
  return same?.id ?? null
}

export async function insertPublished(
  tx: Transaction,
  document: PublishedFields & { saleId: number; publishedBy: number },
): Promise<number> {
  const row = sql.insert({ ...document })
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into member_documents ${row} returning id`,
  )
  return id
}

/** Replaces the current version, if there is one. */
export async function addVersion(
  tx: Transaction,
  version: { memberDocumentId: number; documentId: number; version: number },
): Promise<void> {
  await exec(
    tx,
    sql`update member_document_versions set replaced_at = clock_timestamp()
      where member_document_id = ${version.memberDocumentId} and replaced_at is null`,
  )
  await exec(tx, sql`insert into member_document_versions ${sql.insert(version)}`)
}

export async function savePublished(
  tx: Transaction,
  id: number,
  fields: PublishedFields,
): Promise<void> {
  await exec(tx, sql`update member_documents set ${sql.assign({ ...fields })} where id = ${id}`)
}

export async function saveWithdrawal(
  tx: Transaction,
  id: number,
  { withdrawnBy, reason }: { withdrawnBy: number; reason: string },
): Promise<void> {
  await exec(
    tx,
    sql`update member_documents
      set withdrawn_at = clock_timestamp(), withdrawn_by = ${withdrawnBy}, reason = ${reason}
      where id = ${id}`,
  )
}

export interface DocumentRead {
  person: { id: number; name: string }
  version: number
  first_opened_at: string
  last_opened_at: string
}

/** The last one first. */
export function listReads(db: Database, memberDocumentId: number): Promise<DocumentRead[]> {
  return wireRows<DocumentRead>(
    db,
    sql`select json_build_object('id', users.id, 'name', ${fullName(sql`users`)}) as person, version,
        ${instant('first_opened_at')} as first_opened_at,
        ${instant('last_opened_at')} as last_opened_at
      from member_document_reads
      join member_document_versions
        on member_document_versions.document_id = member_document_reads.document_id
      join users on users.id = user_id
      where member_document_id = ${memberDocumentId}
      order by member_document_reads.last_opened_at desc, users.id`,
  )
}
