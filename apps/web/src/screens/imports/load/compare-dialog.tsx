import { useQuery } from '@tanstack/react-query'
import { type ComparedFigure, comparedSaleQuery, type Load } from '../../../api/imports/imports.ts'
import { ListSkeleton } from '../../../list/list-skeleton.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import classes from '../imports.module.css'

const MAX_SHORT = 14

interface Props {
  load: Load
  sale: string
  onClose: () => void
}

/** The figures of one sale before and after, side by side. */
export function CompareDialog({ load, sale, onClose }: Props) {
  const { data, error, isPending, refetch } = useQuery(comparedSaleQuery(load.id, sale))
  return (
    <Dialog
      title={`Venta ${sale}`}
      size="lg"
      onClose={onClose}
      buttons={<Button onClick={onClose}>Cerrar</Button>}
    >
      {isPending && <ListSkeleton />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && <Figures figures={data.figures} />}
    </Dialog>
  )
}

function Figures({ figures }: { figures: ComparedFigure[] }) {
  const sorted = figures.toSorted((one, other) => Number(other.is_changed) - Number(one.is_changed))
  const changed = figures.filter(({ is_changed }) => is_changed).length
  return (
    <>
      <p className={classes.detail}>
        {changed === 0
          ? 'Estas cifras no cambian: cambia otro dato, como una dirección o una cuota.'
          : `${changed} ${changed === 1 ? 'cifra cambia' : 'cifras cambian'}.`}
      </p>
      <table className={classes.compared}>
        <thead>
          <tr>
            <th scope="col">Cifra</th>
            <th scope="col">Antes</th>
            <th scope="col">Después</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ name, before, after, is_changed }) => (
            <tr key={name} className={is_changed ? classes.changed : undefined}>
              <th scope="row">{name}</th>
              <td data-short={isShort(before)}>{before ?? '-'}</td>
              <td data-short={isShort(after)}>
                {is_changed ? <strong>{after ?? '-'}</strong> : (after ?? '-')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** An amount, a date or a rut stays on one line. */
function isShort(value: string | null): true | undefined {
  return value !== null && value.length <= MAX_SHORT ? true : undefined
}
