import type { MemberData } from '@carpeta/contract/personal-data'
import { documentImportMessages } from '@carpeta/domain/member-documents/document-import-rules'
import {
  type DocumentCategory,
  documentCategoryNames,
} from '@carpeta/domain/member-documents/member-document-rules'
import { type KnownPerson, mayNamePerson } from '@carpeta/domain/people/person-in-text'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { exec, instant, many, type SQL, sql, wireRows } from '../db/query.ts'
import { blankNames, blankNamesAbout } from '../documents/personal-data.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import { isOrWasBuyer } from '../sales/erased-buyers-store.ts'
import { deleteImport, giveUpImport, lockImports } from './document-imports-store.ts'
import type { ImportPlan } from './import-documents.ts'
import { isForHolder } from './member-documents-store.ts'
import { isDocumentReadableBy, isReadableBy, isVisible } from './own-documents-store.ts'

/**
 * The published documents that are the person's, those that the person can read now, and the versions that the
 * person opened; without a title where it is neither: it may be about somebody else by now.
 */
export async function exportPersonalData(
  db: Database,
  person: { id: number; rut: string },
): Promise<Pick<MemberData, 'published_documents'>> {
  const isOwn = sql`(${isVisible} and ${isForHolder(sql`${person.rut}`)})`
  const documents = await wireRows<MemberData['published_documents'][number]>(
    db,
    sql`select sales.code as sale_code,
        case when ${isOwn} or ${isDocumentReadableBy(person.rut)} then title else '' end as title,
        version, ${instant('first_opened_at')} as opened_at
      from member_document_versions
      join member_documents on member_documents.id = member_document_id
      join sales on sales.id = sale_id
      left join member_document_reads
        on member_document_reads.document_id = member_document_versions.document_id
          and user_id = ${person.id}
      where user_id is not null or ${isReadableBy(person.rut)}
        or replaced_at is null and ${isOwn}
      order by member_documents.date, member_documents.id, version`,
  )
  return { published_documents: documents }
}

/** Forgets what the person opened; a holder's documents are erased by rut (`eraseOfHolder`). */
export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from member_document_reads where user_id = ${userId}`)
}

/**
 * Deletes this holder's documents, whoever holds their sales now, withdrawn ones and earlier versions too. One
 * that staff showed to a later holder becomes that holder's, without the name of its file. A job deletes the bytes
 * after the transaction commits. @returns the number of files
 */
export async function eraseOfHolder(tx: Transaction, rut: string): Promise<number> {
  await exec(
    tx,
    sql`update member_documents set handed_to = array_remove(handed_to, ${rut})
      where ${rut} = any(handed_to)`,
  )
  const passedOn = await many<{ documentId: number }>(
    tx,
    sql`with passed_on as (
        update member_documents set owner_rut = handed_to[1], handed_to = handed_to[2:]
        where owner_rut = ${rut} and handed_to <> '{}' returning id
      )
      select document_id from member_document_versions
      where member_document_id in (select id from passed_on)`,
  )
  const files = await deleteDocuments(tx, sql`owner_rut = ${rut}`)
  await blankNames(tx, [...files, ...passedOn.map(({ documentId }) => documentId)])
  return files.length
}

/**
 * In the sales that this person has or had, titles, file names and reasons that name the person. The documents stay
 * others' there: of a later holder, to whom staff showed them, or of whom the person bought with.
 */
export async function blankDocumentsAbout(tx: Transaction, person: KnownPerson): Promise<void> {
  if (person.rut === null) return
  const versions = await many<{
    id: number
    documentId: number
    category: DocumentCategory
    title: string
    reason: string
  }>(
    tx,
    sql`select member_documents.id, document_id, category, title, reason
      from member_documents join sales on sales.id = sale_id
      join member_document_versions on member_document_id = member_documents.id
      where ${isOrWasBuyer(person.rut)}`,
  )
  const isNamedIn = (text: string) => text !== '' && mayNamePerson(text, person)
  for (const { id, category, title, reason } of versions) {
    const changes = {
      title: isNamedIn(title) ? documentCategoryNames[category] : title,
      reason: isNamedIn(reason) ? '' : reason,
    }
    if (changes.title === title && changes.reason === reason) continue
    await exec(tx, sql`update member_documents set ${sql.assign(changes)} where id = ${id}`)
  }
  await blankNamesAbout(
    tx,
    versions.map(({ documentId }) => documentId),
    person,
  )
}

/** For a zip whose own name is about the person. */
const ZIP_NAME = 'documentos.zip'

/**
 * Removes the zips that have or may have documents about this person: those that nobody has read yet, and those with
 * a file for a sale of the person or with the person's name. Staff read why theirs ended. @returns how many
 */
export async function dropImportsAbout(tx: Transaction, person: KnownPerson): Promise<number> {
  const sales = await many<{ id: number; code: string }>(
    tx,
    sql`select id, code from sales where holder_rut = ${person.rut}`,
  )
  const isInPlan = ({ documents, rejects }: ImportPlan) =>
    documents.some(
      ({ saleId, holderRut, file, title }) =>
        holderRut === person.rut ||
        sales.some(({ id }) => id === saleId) ||
        mayNamePerson(`${file} ${title}`, person),
    ) ||
    rejects.some(
      ({ code, file }) => sales.some((sale) => sale.code === code) || mayNamePerson(file, person),
    )
  let dropped = 0
  for (const { id, state, name, failure, plan } of await lockImports(tx)) {
    const isNamed = mayNamePerson(name, person)
    // Nobody has read what does not match.
    const isUnread = state === 'checking' || state === 'refused'
    const isAbout = mayNamePerson(failure, person) || (plan !== null && isInPlan(plan))
    if (!isUnread && !isNamed && !isAbout) continue
    if (['checking', 'checked', 'refused', 'publishing'].includes(state)) {
      const { erasedMeanwhile } = documentImportMessages
      await giveUpImport(tx, id, { failure: erasedMeanwhile, name: isNamed ? ZIP_NAME : null })
    } else await deleteImport(tx, id)
    dropped++
  }
  return dropped
}

/** Documents withdrawn, and versions replaced, so many days ago. @returns the number of files */
export function deleteOldDocuments(db: JobDatabase, days: number): Promise<number> {
  const before = sql`now() - ${days} * interval '1 day'`
  return db.transaction(async (tx) => {
    const withdrawn = await deleteDocuments(tx, sql`withdrawn_at < ${before}`)
    const replaced = await many<{ documentId: number }>(
      tx,
      sql`delete from member_document_versions where replaced_at < ${before} returning document_id`,
    )
    const versions = replaced.map(({ documentId }) => documentId)
    await queueRemoval(tx, versions)
    return withdrawn.length + versions.length
  })
}

/** With their versions and who opened them. @returns the ids of their files */
async function deleteDocuments(tx: Transaction, which: SQL): Promise<number[]> {
  const locked = await many<{ id: number }>(
    tx,
    sql`select id from member_documents where ${which} order by id for update`,
  )
  const ids = locked.map(({ id }) => id)
  const versions = await many<{ documentId: number }>(
    tx,
    sql`select document_id from member_document_versions where member_document_id = any(${ids})`,
  )
  await exec(tx, sql`delete from member_documents where id = any(${ids})`)
  const files = versions.map(({ documentId }) => documentId)
  await queueRemoval(tx, files)
  return files
}
