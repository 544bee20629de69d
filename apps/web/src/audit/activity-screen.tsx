import type { WireAuditEntry } from '@carpeta/contract/audit'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import { can } from '@carpeta/domain/access/permissions'
import { auditActions, isAuditAction, LIMITED_NOTICE } from '@carpeta/domain/audit/audit-actions'
import {
  auditObjectName,
  type FactNames,
  factName,
  formatFact,
  type NamesById,
  nobodyName,
} from '@carpeta/domain/audit/audit-facts'
import { isFolded } from '@carpeta/domain/audit/sealed-facts'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../api/download.ts'
import type { Resource } from '../api/resources.ts'
import { Chip } from '../list/chip.tsx'
import { CsvButton } from '../list/csv-button.tsx'
import type { FilterField } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { type ListAddress, useListAddress } from '../list/list-address.ts'
import { useListPage } from '../list/list-page.tsx'
import { useListSearch } from '../list/search-box.tsx'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { useStoredUser } from '../session/use-stored-user.ts'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Page } from '../ui/layout/page.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { useDownload } from '../ui/use-download.ts'
import { groupsQuery } from '../users/groups/calls.ts'
import classes from './activity.module.css'

const FILE = 'bitacora.csv'

const AUDIT: Resource = { list: 'GET /api/audit/' }

/** The audit log (Ley 21.719). */
export function Component() {
  const address = useListAddress(filterNames)
  const { underWay, failure, save } = useDownload()
  const search = useListSearch({
    label: 'Buscar a una persona por nombre, rut o correo',
    text: address.asked.filters[PERSON] ?? '',
    onSearch: (text) => address.filter({ [PERSON]: text }, { replace: true }),
    none: (text) => `Nada de lo que hizo «${text}», ni de lo que se hizo con sus datos.`,
  })
  return (
    <Page
      title="Bitácora"
      isWide
      actions={
        <>
          {search.inHead}
          <CsvButton
            isBusy={underWay !== null}
            onPress={() => void save(FILE, () => exportAuditLog(address))}
          />
        </>
      }
    >
      {failure !== undefined && <FailureNotice error={failure} />}
      <AuditLog address={address} search={search.ofList} />
    </Page>
  )
}

function exportAuditLog({ asked }: ListAddress): Promise<Blob | null> {
  return download('GET /api/audit/export.csv', { query: asked.filters })
}

const filters: FilterField[] = [
  {
    name: 'action',
    label: 'Qué',
    choices: Object.entries(auditActions).map(([value, label]) => ({ value, label })),
  },
  { name: 'actor', label: 'Quién (nombre o rut)' },
  { name: 'subject', label: 'De quién (nombre o rut)' },
  { name: 'from', label: 'Desde', isDay: true },
  { name: 'to', label: 'Hasta', isDay: true },
]

const PERSON = 'person'
const WITHOUT_OWN = 'without_own_reads'

const filterNames = [...filters.map(({ name }) => name), PERSON, WITHOUT_OWN]

interface LogProps {
  address: ListAddress
  search: ReturnType<typeof useListSearch>['ofList']
}

function AuditLog({ address, search }: LogProps) {
  const groups = useGroupNames()
  const [showsOrigins, setShowsOrigins] = useState(false)
  const { data } = useListPage<AnswerOf<'GET /api/audit/'>>(AUDIT, address)
  const users = new Map(data?.users.map(({ id, name }) => [id, name]))
  const isLastPage = data?.current === data?.lastPage
  return (
    <div className={classes.log}>
      <List
        resource={AUDIT}
        {...search}
        caption="Bitácora"
        columns={columnsWith({ groups, users, showsOrigins })}
        fold={foldReads}
        nameOf={({ id }) => `anotación ${id}`}
        address={address}
        filters={filters}
        besideFilters={
          <>
            <OwnReads address={address} />
            <Chip isOn={showsOrigins} onClick={() => setShowsOrigins(!showsOrigins)}>
              Desde dónde
            </Chip>
          </>
        }
      />
      {data?.isLimited && isLastPage && <p className={classes.earlier}>{LIMITED_NOTICE}</p>}
    </div>
  )
}

/** Whoever looks through the log finds above all that they look through it. */
function OwnReads({ address }: { address: ListAddress }) {
  const isOn = Boolean(address.asked.filters[WITHOUT_OWN])
  return (
    <Chip isOn={isOn} onClick={() => address.filter({ [WITHOUT_OWN]: isOn ? '' : '1' })}>
      Sin mis lecturas
    </Chip>
  )
}

interface ColumnOptions {
  groups: NamesById
  users: NamesById
  /** From which address, and with which help code. */
  showsOrigins: boolean
}

function columnsWith({ showsOrigins, ...names }: ColumnOptions): Column<FoldedEntry>[] {
  return [
    { header: 'Fecha', cell: ({ at }) => dateTimeInSantiago(at), isShort: true },
    { header: 'Quién', cell: (entry) => <Actor entry={entry} /> },
    {
      header: 'Qué',
      cell: (entry) => <Action entry={entry} users={names.users} />,
      onCard: 'title',
    },
    { header: 'De quién', cell: ({ subject }) => subject && personName(subject) },
    {
      header: 'Detalle',
      cell: (entry) => (
        <EntryDetails entry={entry} names={namesOf(entry, names)} showsOrigins={showsOrigins} />
      ),
      isLong: true,
      onCard: 'line',
    },
  ]
}

function namesOf(
  { object_type }: FoldedEntry,
  names: { groups: NamesById; users: NamesById },
): FactNames {
  return object_type === 'user' ? { ...names, ids: names.users } : names
}

/** The audit log stores group ids; only user managers can read the names. */
function useGroupNames(): NamesById {
  const user = useStoredUser() ?? null
  const { data = [] } = useQuery({ ...groupsQuery, enabled: can(user, 'users.manage_users') })
  return new Map(data.map(({ id, name }) => [id, name]))
}

function Actor({ entry: { actor, on_behalf_of, address } }: { entry: WireAuditEntry }) {
  return (
    <>
      {actor ? personName(actor) : <span className={classes.empty}>{nobodyName(address)}</span>}
      {on_behalf_of && <p className={classes.more}>viendo como {personName(on_behalf_of)}</p>}
    </>
  )
}

interface ActionProps {
  entry: FoldedEntry
  users: NamesById
}

function Action({ entry, users }: ActionProps) {
  const { action, object_type, object_id, subject, repeats = [] } = entry
  // Whose data it is stands beside it.
  const isSubject = object_type === 'user' && object_id === String(subject?.id)
  const name = object_type === 'user' ? users.get(Number(object_id)) : undefined
  return (
    <>
      <span className={classes.action}>
        {isAuditAction(action) ? auditActions[action] : action}
      </span>
      {object_type && !isSubject && (
        <p className={classes.more}>
          {auditObjectName(object_type)} {name ?? objectId(object_id)}
        </p>
      )}
      {repeats.length > 0 && <p className={classes.more}>{repeats.length + 1} veces seguidas</p>}
    </>
  )
}

/** Some objects are named by a code or a day. */
function objectId(id: string): string {
  if (/^\d+$/.test(id)) return requestNumber(id)
  return id && formatFact('', id)
}

/** A deleted account is shown by its id. */
function personName({ id, name }: { id: number; name: string }): string {
  return name || `Usuario nº ${id}`
}

const MAX_VISIBLE = 3

interface Props {
  entry: FoldedEntry
  names: FactNames
  showsOrigins: boolean
}

/** The changes, the reason and, where it is asked for, the origin of an entry. */
function EntryDetails({ entry, ...shown }: Props) {
  const { repeats = [] } = entry
  if (repeats.length === 0) return <Details entry={entry} {...shown} />
  return (
    <div className={classes.details}>
      <Details entry={entry} {...shown} />
      <details>
        <summary>
          {repeats.length === 1 ? 'La anterior' : `Las ${repeats.length} anteriores`}
        </summary>
        {repeats.map((each) => (
          <div key={each.id} className={classes.repeat}>
            <p>{dateTimeInSantiago(each.at)}</p>
            <Details entry={each} {...shown} />
          </div>
        ))}
      </details>
    </div>
  )
}

function Details({ entry, names, showsOrigins }: Props & { entry: WireAuditEntry }) {
  const changes = changesOf(entry, names)
  const { reason, address, request_id } = entry
  const hasOrigin = showsOrigins && Boolean(address || request_id)
  if (!reason && !hasOrigin && changes.length === 0) return null
  const isLong = changes.length > MAX_VISIBLE
  return (
    <div className={classes.details}>
      {reason && <p>Motivo: {reason}</p>}
      {!isLong && <Changes changes={changes} />}
      {isLong && (
        <details>
          <summary>{counted(changes.length, 'dato', 'datos')}</summary>
          <Changes changes={changes} />
        </details>
      )}
      {hasOrigin && (
        <div className={classes.origin}>
          {address && <p>Desde la dirección IP {address}</p>}
          {request_id && <p>Código de ayuda {request_id}</p>}
        </div>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null
  return (
    <ul className={classes.changes}>
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <span className={classes.name}>{name}:</span>{' '}
          {before !== undefined && <del>{before}</del>}
          {before !== undefined && after !== undefined && (
            <>
              {' '}
              <span aria-hidden="true">→</span>
              <VisuallyHidden component="span">pasó a</VisuallyHidden>{' '}
            </>
          )}
          {after !== undefined && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  )
}

/** A changed value. Without `before` it is new; without `after` it was removed. */
interface Change {
  name: string
  before?: string
  after?: string
}

function changesOf({ before, after }: WireAuditEntry, names: FactNames): Change[] {
  const facts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return facts.flatMap((name) => {
    const format = (value: unknown) => formatFact(name, value, names)
    const [was, is] = [before[name], after[name]]
    if (Array.isArray(was) && Array.isArray(is)) return listChanges(factName(name), was, is, format)
    return {
      name: factName(name),
      ...(Object.hasOwn(before, name) && { before: format(was) }),
      ...(Object.hasOwn(after, name) && { after: format(is) }),
    }
  })
}

/** Shows only the added and removed items of a list. */
function listChanges(
  name: string,
  was: unknown[],
  is: unknown[],
  format: (value: unknown[]) => string,
): Change[] {
  const added = is.filter((each) => !was.includes(each))
  const removed = was.filter((each) => !is.includes(each))
  if (added.length + removed.length === 0) return [{ name, before: format(was), after: format(is) }]
  return [
    ...(added.length > 0 ? [{ name: `${name} añadidos`, after: format(added) }] : []),
    ...(removed.length > 0 ? [{ name: `${name} quitados`, before: format(removed) }] : []),
  ]
}

/** An entry with the same reads that directly precede it in time. */
type FoldedEntry = WireAuditEntry & { repeats?: WireAuditEntry[] }

/** One row for reads of the same person's data by the same user, one after the other. */
function foldReads(entries: FoldedEntry[]): FoldedEntry[] {
  const rows: FoldedEntry[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (last && isRepeated(last, entry)) {
      rows[rows.length - 1] = { ...last, repeats: [...(last.repeats ?? []), entry] }
    } else rows.push(entry)
  }
  return rows
}

function isRepeated(a: WireAuditEntry, b: WireAuditEntry): boolean {
  return (
    isAuditAction(a.action) &&
    isFolded(a.action) &&
    a.action === b.action &&
    a.actor?.id === b.actor?.id &&
    a.on_behalf_of?.id === b.on_behalf_of?.id &&
    a.subject?.id === b.subject?.id &&
    a.object_type === b.object_type
  )
}
