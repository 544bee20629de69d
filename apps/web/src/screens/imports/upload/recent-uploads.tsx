import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { fileSize } from '@carpeta/domain/requests/file-size'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { type UploadedExport, uploadsPageQuery } from '../../../api/imports/imports.ts'
import { PagedTable } from '../../../list/paged-table.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import classes from '../imports.module.css'
import { UploadMark } from '../state-mark.tsx'

const columns: Column<UploadedExport>[] = [
  {
    header: 'Archivo',
    cell: ({ name, size }) => (
      <>
        <span className={classes.name}>{name}</span>{' '}
        <span className={classes.shortDetail}>{fileSize(size)}</span>
      </>
    ),
    onCard: 'title',
  },
  { header: 'Subido', cell: ({ at }) => dateTimeInSantiago(at), isShort: true },
  { header: 'Por', cell: ({ by, token }) => by || `Programa: ${token}`, onCard: 'line' },
  { header: 'Estado', cell: ({ state }) => <UploadMark state={state} />, onCard: 'aside' },
  {
    header: 'Acciones',
    cell: ({ id, name }) => (
      <Button
        component={Link}
        to={`/imports/uploads/${id}`}
        variant="default"
        size="xs"
        aria-label={`Ver ${name}`}
      >
        Ver
      </Button>
    ),
    onCard: 'foot',
  },
]

/** Exports that staff uploaded and programs sent. */
export function RecentUploads() {
  const heading = useId()
  const [page, setPage] = useState(1)
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>Archivos recibidos</h2>
      <PagedTable
        caption="Archivos recibidos"
        columns={columns}
        rowKey={({ id }) => id}
        query={uploadsPageQuery(page)}
        onPage={setPage}
        empty="Todavía no se ha recibido ningún archivo."
      />
    </section>
  )
}
