import type { StaffDocument } from '@carpeta/contract/member-documents'
import type { MemberFile } from '@carpeta/contract/staff'
import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { DocumentCategory } from '@carpeta/domain/member-documents/member-document-rules'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, one, type SQL, scalar, sql, wireRows } from '../db/query.ts'
import { accountIdOf, accountNameOf, fullName } from '../people/people-store.ts'
import { lockBuyers } from '../sales/erased-buyers-store.ts'
import { isOthersSale } from '../sales/sale-accesses-store.ts'

/** A condition on `documents`: it is a version of a published document, or a zip of them. */
export const isPublished = sql`(exists (
  select from member_document_versions
  where member_document_versions.document_id = documents.id) or exists (
  select from document_imports where document_imports.document_id = documents.id))`

/** A condition on `sales`: a document was published in it. */
export const hasDocuments = sql`exists (
  select from member_documents where member_documents.sale_id = sales.id)`

/** A condition on `member_documents`: it is this holder's, or staff showed it to this holder, too. */
export function isForHolder(rut: SQL): SQL {
  return sql`(member_documents.owner_rut = ${rut} or ${rut} = any(member_documents.handed_to))`
}

/** For a query on `sales`: counts the documents that are not for this holder. */
export function documentsNotFor(rut: SQL): SQL {
  return sql`(select count(*) from member_documents
    where member_documents.sale_id = sales.id and member_documents.withdrawn_at is null
      and not ${isForHolder(rut)})`
}

/** Counts the documents of the sales that `which` selects, also those that were withdrawn. */
export function countDocumentsOfSales(db: Database | Transaction, which: SQL): Promise<number> {
  return scalar(
    db,
    sql`select count(*) from member_documents join sales on sales.id = sale_id where ${which}`,
  )
}

/** A stored file with the account whose document it is. */
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

export function fileColumns(memberRut: SQL): SQL {
  return sql`documents.id, storage_key, name, type, size, ${accountIdOf(memberRut)} as member_id`
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
  ownerRut: string
  /** The account whose document it is. */
  memberId: number | null
  formerHolder: StaffDocument['former_holder']
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
  member_documents.owner_rut, ${accountIdOf(sql`member_documents.owner_rut`)} as member_id,
  case when member_documents.owner_rut <> sales.holder_rut then json_build_object(
    'name', ${accountNameOf(sql`member_documents.owner_rut`)},
    'is_handed_over', sales.holder_rut = any(handed_to)) end as former_holder,
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

/**
 * The last documents that this holder reads, with when the holder first opened the present version.
 * Whoever looks, `readerRut`, gets none of a purchase of their own.
 */
export function listDocumentsFor(
  db: Database,
  holderRut: string,
  { readerRut, limit }: { readerRut: string; limit: number },
): Promise<NonNullable<MemberFile['documents']>> {
  return wireRows(
    db,
    sql`select sales.code as sale_code, member_documents.id, title,
        ${instant('published_at')} as published_at,
        (select ${instant('first_opened_at')} from member_document_reads reads
          where reads.document_id = member_document_versions.document_id
            and reads.user_id = ${accountIdOf(sql`${holderRut}`)}) as opened_at
      from member_documents
      join sales on sales.id = sale_id
      join member_document_versions
        on member_document_id = member_documents.id and replaced_at is null
      where sales.holder_rut = ${holderRut} and ${isForHolder(sql`${holderRut}`)}
        and member_documents.withdrawn_at is null and sales.withdrawn_at is null
        and sales.holder_erased_at is null and ${isOthersSale(sql`sales.id`, readerRut)}
      order by published_at desc, member_documents.id desc limit ${limit}`,
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

/** The holder of a sale. */
export interface Holder {
  rut: string
  /** The holder's account. */
  memberId: number | null
}

export interface SaleOfDocuments extends Holder {
  code: string
  id: number
}

/** The sales with these codes whose holder is not erased. */
export function findSales(db: Queryable, codes: string[]): Promise<SaleOfDocuments[]> {
  return many<SaleOfDocuments>(
    db,
    sql`select code, id, ${holderColumns}
      from sales where code = any(${codes}) and holder_erased_at is null`,
  )
}

const holderColumns = sql`sales.holder_rut as rut, ${accountIdOf(sql`sales.holder_rut`)} as member_id`

/**
 * Serialises what is published in the sale. A load may give it to another holder before the commit: then this one has
 * what was published, as if before the load.
 * @returns null once the holder is erased
 */
export async function lockHolder(tx: Transaction, saleId: number): Promise<Holder | null> {
  await lockBuyers(tx, saleId)
  return maybeOne<Holder>(
    tx,
    sql`select ${holderColumns} from sales where id = ${saleId} and holder_erased_at is null`,
  )
}

/** A version of a document of the sale, replaced or not. */
export function findVersionOfSale(
  db: Database,
  { code, id, version }: { code: string; id: number; version: number },
): Promise<PublishedFile | null> {
  return maybeOne<PublishedFile>(
    db,
    sql`select ${fileColumns(sql`member_documents.owner_rut`)} from member_documents
      join sales on sales.id = sale_id and sales.code = ${code}
      join member_document_versions on member_document_id = member_documents.id
      join documents on documents.id = document_id
      where member_documents.id = ${id} and version = ${version}`,
  )
}

/** A document of the sale's holder, one of whose versions has the bytes in question. */
export interface SameFile {
  id: number
  /** The version with these bytes is what the holder sees. */
  isCurrent: boolean
  withdrawnAt: Date | null
  /** Why it was withdrawn. */
  reason: string
}

/** Where several have them: what the holder sees, then what was replaced, then what was withdrawn last. */
export function findSameFile(
  db: Queryable,
  { saleId, rut, sha256 }: { saleId: number; rut: string; sha256: string },
): Promise<SameFile | null> {
  return maybeOne<SameFile>(
    db,
    sql`select member_documents.id, withdrawn_at, reason,
        withdrawn_at is null and replaced_at is null as is_current
      from member_documents
      join member_document_versions on member_document_id = member_documents.id
      join documents on documents.id = document_id
      where sale_id = ${saleId} and ${isForHolder(sql`${rut}`)} and documents.sha256 = ${sha256}
      order by is_current desc, withdrawn_at desc nulls first, member_documents.id limit 1`,
  )
}

export async function insertPublished(
  tx: Transaction,
  document: PublishedFields & { saleId: number; ownerRut: string; publishedBy: number },
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

export async function saveHandOver(tx: Transaction, id: number, rut: string): Promise<void> {
  await exec(
    tx,
    sql`update member_documents set handed_to = array_append(handed_to, ${rut}) where id = ${id}`,
  )
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
