import type { NeverEntered } from '@carpeta/contract/reports'
import { can } from '@carpeta/domain/access/permissions'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import { counted } from '@carpeta/domain/text/counted'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Confirmation } from '../forms/confirmation.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { TablePanel } from '../list/paged-table.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { useStoredUser } from '../session/use-stored-user.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmailText } from '../ui/display/email-text.tsx'
import { BackLink } from '../ui/layout/back-link.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import { saveFile } from '../ui/save-file.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import { NEVER_ENTERED, neverEnteredQuery, printLetters } from './calls.ts'
import classes from './reports.module.css'

const TITLE = 'Cartas con código'

/** Members without a password, and a letter for each to print. */
export function Component() {
  const me = useStoredUser() ?? null
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<NeverEntered[] | null>(null)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...neverEnteredQuery(page),
    placeholderData: keepPreviousData,
  })
  const mayPrint = can(me, 'auth.change_user')
  const rows = data?.results ?? []
  return (
    <Page
      title={TITLE}
      back={<BackLink to="/users">Volver a los usuarios</BackLink>}
      actions={
        mayPrint &&
        rows.length > 0 && (
          <Button onClick={() => setAsked(rows)}>
            Imprimir {counted(rows.length, 'carta', 'cartas')} de esta página
          </Button>
        )
      }
    >
      <Stack className={classes.letters}>
        <p className={classes.about}>
          Estos socios nunca han entrado: todavía no eligen una contraseña. A quien tiene correo,
          invítalo en <Link to="/users?invitation=not_invited">Usuarios</Link>. Para quien no lo
          lee, imprime una carta: trae un código con que entra la primera vez.
        </p>
        {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {!error && !data && <ListSkeleton />}
        {data && (
          <TablePanel
            caption="Socios que nunca han entrado"
            columns={[...columns, ...(mayPrint ? [printing(setAsked)] : [])]}
            rows={rows}
            rowKey={({ id }) => id}
            empty="Todos los socios han entrado alguna vez."
          >
            <Pagination
              label="Socios que nunca han entrado"
              current={data.current}
              last={data.lastPage}
              onPage={setPage}
            />
          </TablePanel>
        )}
      </Stack>
      {asked && (
        <Confirmation
          title={`Imprimir ${counted(asked.length, 'carta', 'cartas')}`}
          confirm="Crear las cartas"
          action={async () => {
            const letters = await printLetters(asked.map(({ id }) => id))
            if (letters) saveFile(letters, 'cartas.pdf')
            await client.invalidateQueries({ queryKey: [NEVER_ENTERED] })
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            Cada carta lleva un código con que su dueño elige su contraseña: sirve una vez, durante
            30 días. Entrégala cerrada y solo a esa persona. Queda en la bitácora quién la imprimió.
          </p>
        </Confirmation>
      )}
    </Page>
  )
}

const columns: Column<NeverEntered>[] = [
  {
    header: 'Socio',
    cell: ({ id, name, rut }) => <Link to={`/users/${id}`}>{name || formatRut(rut)}</Link>,
    onCard: 'title',
  },
  { header: 'Rut', cell: ({ rut }) => formatRut(rut), isShort: true },
  {
    header: 'Correo',
    cell: ({ email }) => (email ? <EmailText email={email} /> : 'Sin correo'),
    onCard: 'line',
  },
  {
    header: 'Invitado',
    cell: ({ invited_at: at }) => (at === null ? 'Sin invitar' : dateTimeInSantiago(at)),
    isShort: true,
  },
  {
    header: 'Carta',
    cell: ({ letter_at: at }) => (at === null ? 'Sin carta' : dateTimeInSantiago(at)),
    isShort: true,
  },
]

const printing = (print: (rows: NeverEntered[]) => void): Column<NeverEntered> => ({
  header: 'Acciones',
  cell: (member) => (
    <Button
      variant="default"
      aria-label={`Imprimir la carta de ${member.name}`}
      onClick={() => print([member])}
    >
      Imprimir
    </Button>
  ),
  onCard: 'foot',
})
