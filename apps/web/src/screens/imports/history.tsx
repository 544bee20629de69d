import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { undoConsequences, undoScope } from '@carpeta/domain/imports/load-consequences'
import { groupThousands } from '@carpeta/domain/money/thousands'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  LOADS,
  type Load,
  loadsPageQuery,
  type UndoableLoad,
  UPLOADS,
  undoableLoadQuery,
  undoLoad,
} from '../../api/imports.ts'
import { AskFirst } from '../../forms/ask-first.tsx'
import { Chip, ChipGroup } from '../../list/chip.tsx'
import { PagedTable } from '../../list/paged-table.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { useHashArrival } from '../../ui/use-hash-arrival.ts'
import classes from './imports.module.css'
import { LoadMark } from './load-facts.tsx'

const columns: Column<Load>[] = [
  {
    header: 'Corte',
    cell: ({ cutoff }) => (
      <span className={classes.name}>{cutoff ? dateTimeInSantiago(cutoff) : 'Sin corte'}</span>
    ),
    isShort: true,
    onCard: 'title',
  },
  { header: 'Cuándo', cell: ({ at }) => dateTimeInSantiago(at), isShort: true },
  { header: 'Quién', cell: ({ by }) => by || 'Comando o programa' },
  { header: 'Nuevas', cell: ({ added }) => groupThousands(String(added)), isAmount: true },
  { header: 'Cambian', cell: ({ changed }) => groupThousands(String(changed)), isAmount: true },
  {
    header: 'Retiradas',
    cell: ({ withdrawn }) => groupThousands(String(withdrawn)),
    isAmount: true,
  },
  { header: 'Malas', cell: ({ rejected }) => groupThousands(String(rejected)), isAmount: true },
  { header: 'Hallazgos', cell: ({ findings }) => groupThousands(String(findings)), isAmount: true },
  { header: 'Estado', cell: ({ state }) => <LoadMark state={state} />, onCard: 'aside' },
  {
    header: 'Acciones',
    cell: ({ id, cutoff }) => (
      <Button
        component={Link}
        to={`/imports/loads/${id}`}
        variant="default"
        size="xs"
        aria-label={`Ver la carga ${cutoff ? dateTimeInSantiago(cutoff) : 'sin corte'}`}
      >
        Ver
      </Button>
    ),
    onCard: 'foot',
  },
]

/** Loads that were applied, refused or undone, also by commands. */
export function History() {
  const heading = useId()
  const part = useRef<HTMLElement>(null)
  const [params, setParams] = useSearchParams()
  const withRejects = params.has(WITH_REJECTS)
  const [page, setPage] = useState(1)
  useHashArrival(part, true)
  const [isUndoing, setUndoing] = useState(false)
  const { data: undoable } = useQuery(undoableLoadQuery)
  return (
    <section
      ref={part}
      id={HISTORY}
      tabIndex={-1}
      className={classes.part}
      aria-labelledby={heading}
    >
      <div className={classes.tools}>
        <h2 id={heading}>Historia de cargas</h2>
        {undoable && undoable.refusal === null && (
          <Button variant="default" size="sm" onClick={() => setUndoing(true)}>
            Deshacer la última
          </Button>
        )}
      </div>
      <ChipGroup label="Cargas">
        <Chip
          isOn={withRejects}
          onClick={() => {
            setParams(withRejects ? {} : { [WITH_REJECTS]: '1' }, { preventScrollReset: true })
            setPage(1)
          }}
        >
          Con rechazos sin corregir
        </Chip>
      </ChipGroup>
      <PagedTable
        caption="Historia de cargas"
        columns={columns}
        rowKey={({ id }) => id}
        query={loadsPageQuery({ page, withRejects })}
        onPage={setPage}
        empty={
          withRejects
            ? 'Ninguna carga tiene rechazos sin corregir.'
            : 'Todavía no hay ninguna carga.'
        }
      />
      {isUndoing && undoable && (
        <UndoDialog undoable={undoable} onClose={() => setUndoing(false)} />
      )}
    </section>
  )
}

/** The history shows only loads with rejects that no later load corrected. */
const WITH_REJECTS = 'con_rechazos'
const HISTORY = 'historia'

interface Props {
  undoable: UndoableLoad
  onClose: () => void
}

/** Says before what does not come back. The server asks for the password if the login is old. */
function UndoDialog({ undoable, onClose }: Props) {
  const client = useQueryClient()
  const { load } = undoable
  const consequences = undoConsequences(undoable)

  async function undo() {
    await undoLoad(load.id)
    await client.invalidateQueries({ queryKey: [LOADS] })
    await client.invalidateQueries({ queryKey: [UPLOADS] })
  }

  return (
    <AskFirst
      title="Deshacer la última carga"
      confirm="Deshacer"
      cancel="Cancelar"
      action={undo}
      onClose={onClose}
    >
      <p>
        Cada venta vuelve a estar como antes de la carga
        {load.cutoff && ` con corte ${dateTimeInSantiago(load.cutoff)}`}, y los socios verán esas
        cifras.
      </p>
      <p>{undoScope}</p>
      {consequences.length > 0 && (
        <>
          <p>Esto no se puede traer de vuelta:</p>
          <ul className={classes.consequences}>
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </AskFirst>
  )
}
