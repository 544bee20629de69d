import { todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  lastDayProblem,
  representativeProblem,
  saleAccessKindLabels,
} from '@carpeta/domain/sales/sale-access-rules'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import { useForm, useWatch } from 'react-hook-form'
import type { GivenAccess, SaleWithReaders } from '../api/sale-accesses/sale-accesses.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { ruleResolver } from '../forms/rule-resolver.ts'
import { useSave } from '../forms/use-save.ts'
import { NativeSelect, TextInput } from '../ui/fields/inputs.ts'
import { RutField } from '../ui/fields/rut-field.tsx'
import classes from './sales-with-readers.module.css'

interface Props {
  sale: SaleWithReaders
  name: string
  isOfStaff: boolean
  give: (access: GivenAccess) => Promise<void>
  onClose: () => void
}

type Typed = Omit<GivenAccess, 'sale_code'>

const names = ['kind', 'social_security', 'last_day'] as const

/** To whom, and until when. */
export function GiveAccessDialog({ sale, name, isOfStaff, give, onClose }: Props) {
  const { code, kinds, co_holder, representative } = sale
  const today = todayInSantiago(new Date())
  const form = useForm<Typed>({
    defaultValues: { kind: kinds[0] ?? 'co_holder', social_security: '', last_day: '' },
    resolver: ruleResolver<Typed>(problemsOf),
  })
  const { register, control, formState } = form
  const { errors } = formState
  const kind = useWatch({ control, name: 'kind' })
  const saving = useSave({
    form,
    names,
    save: async (typed) => {
      await give({ ...typed, sale_code: code })
      onClose()
    },
  })

  return (
    <FormDialog {...saving} title={`Dar acceso a ${name}`} submit="Dar acceso" onClose={onClose}>
      {kinds.length > 1 && (
        <NativeSelect
          {...register('kind')}
          label="A quién"
          data={kinds.map((each) => ({ value: each, label: saleAccessKindLabels[each] }))}
        />
      )}
      <p>{readerOf(kind, { co_holder, representative })}</p>
      {kind === 'representative' && (
        <RutField
          {...register('social_security')}
          label="Rut del representante"
          autoComplete="off"
          error={errors.social_security?.message}
        />
      )}
      <TextInput
        {...register('last_day')}
        type="date"
        label="Último día (opcional)"
        description="Sin fecha, hasta que se quite el acceso."
        min={today}
        error={errors.last_day?.message}
      />
      <ul className={classes.terms}>
        <li>Verá las cuotas, los pagos, las propiedades y la escrituración, solo para leerlos.</li>
        <li>
          {isOfStaff
            ? 'No verá la dirección, el trabajo ni las rentas del titular, ni hará trámites por él.'
            : 'No verá tu dirección, tu trabajo ni tus rentas, ni hará trámites por ti.'}
        </li>
        <li>
          {isOfStaff
            ? 'Ingresa con su propia cuenta. Si no tiene, créala después en esta ficha.'
            : 'Podrá verla cuando tenga su cuenta; si no tiene, la cooperativa se la crea.'}
        </li>
      </ul>
    </FormDialog>
  )

  function problemsOf({ kind, social_security, last_day }: Typed) {
    const rut = kind === 'representative' ? representativeProblem(social_security, '') : null
    const lastDay = lastDayProblem(last_day, today)
    return {
      ...(rut !== null && { social_security: rut }),
      ...(lastDay !== null && { last_day: lastDay }),
    }
  }
}

function readerOf(
  kind: SaleAccessKind,
  { co_holder, representative }: Pick<SaleWithReaders, 'co_holder' | 'representative'>,
): string {
  if (kind === 'co_holder') return `A ${co_holder}, co-titular según la contabilidad.`
  if (representative === '') return 'A un representante legal de la empresa.'
  return `A un representante legal de la empresa. La contabilidad nombra a ${representative}.`
}
