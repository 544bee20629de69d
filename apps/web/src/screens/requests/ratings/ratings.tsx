import { ratingLabels } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { ratingsQuery } from '../../../api/requests/follow-up.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'

type Row = Awaited<ReturnType<NonNullable<typeof ratingsQuery.queryFn>>>[number]

/** What members said of the answers of the last year, by procedure. */
export function Ratings({ onClose }: { onClose: () => void }) {
  const { data: rows, error, refetch } = useQuery({ ...ratingsQuery, staleTime: 0 })
  return (
    <Dialog title="¿Sirvieron las respuestas?" onClose={onClose} size="lg">
      <Stack>
        <p>Lo que dijeron los socios de las respuestas del último año.</p>
        {error && !rows && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {!rows && !error && <Skeleton height={160} />}
        {rows && (
          <DataTable
            caption="Valoración de las respuestas, por trámite"
            columns={columns}
            rows={rows}
            rowKey={({ procedure_id: id }) => id}
            empty="Todavía no se ha respondido ninguna solicitud."
          />
        )}
      </Stack>
    </Dialog>
  )
}

const columns: Column<Row>[] = [
  { header: 'Trámite', cell: ({ title }) => title, onCard: 'title' },
  { header: 'Respuestas', cell: ({ answers }) => answers },
  { header: ratingLabels.helped, cell: ({ helped }) => helped },
  { header: ratingLabels.notHelped, cell: ({ not_helped: notHelped }) => notHelped },
  { header: 'Sirvió', cell: share },
]

/** Of those who said so. */
function share({ helped, not_helped: notHelped }: Row): string {
  const said = helped + notHelped
  return said === 0 ? '-' : `${Math.round((100 * helped) / said)} %`
}
