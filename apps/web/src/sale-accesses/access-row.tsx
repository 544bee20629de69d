import { dateTimeInSantiago, isCalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import {
  type SaleAccessState,
  saleAccessKindLabels,
  saleAccessStateLabels,
} from '@carpeta/domain/sales/sale-access-rules'
import type { ComponentType, ReactNode } from 'react'
import type { WireSaleAccess } from '../api/sale-accesses/sale-accesses.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Tag } from '../ui/display/tag.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { CheckCircleIcon, ClockIcon, CrossCircleIcon, type IconProps } from '../ui/icons/icons.tsx'
import classes from './sales-with-readers.module.css'

const marks: Record<SaleAccessState, [tone: 'green' | 'plain', icon: ComponentType<IconProps>]> = {
  valid: ['green', CheckCircleIcon],
  over: ['plain', ClockIcon],
  void: ['plain', CrossCircleIcon],
  revoked: ['plain', CrossCircleIcon],
}

interface Props {
  access: WireSaleAccess
  onRevoke: () => void
  /** What staff see besides. */
  children: ReactNode
}

export function AccessRow({ access, onRevoke, children }: Props) {
  const { kind, name, social_security: rut, state } = access
  const [tone, icon] = marks[state]
  return (
    <li>
      <div className={classes.reader}>
        <p className={classes.name}>
          {readerName(access)}
          <Tag tone={tone} icon={icon}>
            {saleAccessStateLabels[state]}
          </Tag>
        </p>
        <p className={classes.detail}>
          {[saleAccessKindLabels[kind], name && formatRut(rut)].filter(Boolean).join(' · ')}
        </p>
        <p className={classes.detail}>
          <UnbrokenDates text={periodOf(access)} />
        </p>
        {state === 'void' && (
          <p className={classes.detail}>La contabilidad ya no nombra a esta persona.</p>
        )}
        {children}
      </div>
      {state !== 'revoked' && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Quitar el acceso de ${readerName(access)}`}
          onClick={onRevoke}
        >
          Quitar acceso
        </Button>
      )}
    </li>
  )
}

export function readerName({ name, social_security }: WireSaleAccess): string {
  return name || formatRut(social_security)
}

function periodOf({ given_at, given_by, last_day }: WireSaleAccess): string {
  const since = `Desde el ${dateTimeInSantiago(given_at).slice(0, 10)}`
  const until = isCalendarDate(last_day)
    ? `hasta el ${shortDate(last_day)}`
    : 'sin fecha de término'
  return `${since}, ${until}${given_by === 'cooperative' ? ' · lo dio la cooperativa' : ''}`
}
