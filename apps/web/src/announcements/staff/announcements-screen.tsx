import {
  announcementStateLabels,
  announcementStates,
  audienceLabel,
} from '@carpeta/domain/announcements/announcement-rules'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatCount } from '@carpeta/domain/text/counted'
import { useState } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import type { FilterField } from '../../list/filters.tsx'
import linked from '../../list/list.module.css'
import { List } from '../../list/list.tsx'
import { type ListAddress, useListAddress } from '../../list/list-address.ts'
import { useRowPath } from '../../list/row-path.ts'
import { useListSearch } from '../../list/search-box.tsx'
import { startList } from '../../list/start-calls.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { withFormerAddresses } from '../../ui/former-addresses.ts'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { AnnouncementForm } from './announcement-actions.tsx'
import { AnnouncementStateMark, emailsText, isAhead } from './announcement-state.tsx'
import classes from './announcements.module.css'
import { ANNOUNCEMENTS, type AnnouncementRow } from './calls.ts'

export const loader = withFormerAddresses(
  { aviso: (id) => `/announcements/${id}` },
  startList(ANNOUNCEMENTS, ['title', 'state']),
)

export function Component() {
  const [isWriting, setWriting] = useState(false)
  const pathOf = useRowPath('/announcements')
  const navigate = useNavigate()
  const address = useListAddress(['title', 'state'])
  const search = useListSearch({
    label: 'Buscar por título',
    text: address.asked.filters.title ?? '',
    onSearch: (title) => address.filter({ title }, { replace: true }),
    none: (text) => `Ningún aviso coincide con «${text}».`,
  })
  return (
    <Page
      title="Avisos"
      isWide
      actions={
        <>
          {search.inHead}
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setWriting(true)}>
            Redactar aviso
          </Button>
        </>
      }
    >
      <AnnouncementList address={address} search={search.ofList} />
      {isWriting && (
        <AnnouncementForm
          announcement={null}
          onSaved={({ id }) => void navigate(pathOf(id))}
          onClose={() => setWriting(false)}
        />
      )}
    </Page>
  )
}

const filters: FilterField[] = [
  {
    name: 'state',
    label: 'Estado',
    choices: announcementStates.map((state) => ({
      value: state,
      label: announcementStateLabels[state],
    })),
  },
]

interface ListOfAnnouncementsProps {
  address: ListAddress
  search: ReturnType<typeof useListSearch>['ofList']
}

function AnnouncementList({ address, search }: ListOfAnnouncementsProps) {
  return (
    <div className={linked.rows}>
      <List
        resource={ANNOUNCEMENTS}
        caption="Avisos"
        columns={columnsWith(useRowPath('/announcements'))}
        nameOf={({ title }) => title}
        address={address}
        {...search}
        filters={filters}
        emptyHint="Redacta el primer aviso: nadie lo ve hasta que lo publicas."
      />
    </div>
  )
}

/** @param pathOf the address of an announcement. */
function columnsWith(pathOf: (id: number) => To): Column<AnnouncementRow>[] {
  return [
    {
      header: 'Aviso',
      cell: (row) => (
        <>
          <Link className={linked.open} to={pathOf(row.id)}>
            {row.title}
          </Link>
          <span className={classes.detail}>{audienceLabel(row)}</span>
        </>
      ),
      sortBy: 'title',
      onCard: 'title',
      isLong: true,
    },
    {
      header: 'Estado',
      cell: ({ state }) => <AnnouncementStateMark state={state} />,
      sortBy: 'state',
      isShort: true,
      onCard: 'aside',
    },
    {
      header: 'Publicado',
      cell: ({ published_at: at, state }) => {
        if (!at) return null
        const moment = dateTimeInSantiago(at)
        return state === 'scheduled' ? `Se publica el ${moment}` : moment
      },
      sortBy: 'published_at',
      isShort: true,
    },
    {
      header: 'Lecturas',
      cell: ({ state, reads }) => (isAhead(state) ? null : formatCount(reads)),
      isAmount: true,
    },
    { header: 'Correos', cell: (row) => <Emails row={row} />, onCard: 'line' },
  ]
}

function Emails({ row: { sends_email, state, emails } }: { row: AnnouncementRow }) {
  if (!sends_email) return 'No se envían'
  if (isAhead(state)) return 'Al publicar'
  const { failed, ...others } = emails
  return (
    <>
      {emailsText({ ...others, failed: 0 })}
      {failed > 0 && <span className={classes.failed}>{formatCount(failed)} sin entregar</span>}
    </>
  )
}
