import { formatRut } from '@carpeta/domain/people/rut'
import type { Holder } from '@carpeta/domain/sales/sale'
import { Link } from 'react-router'
import { PesosAmount } from '../../ui/display/amount.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import classes from '../statement/account-statement.module.css'
import type { SaleTabProps } from './tab-parts.tsx'

export function HolderDataTab({ sale: { holder, coHolder, shared } }: SaleTabProps) {
  return (
    <>
      <Section title="1. TITULAR">
        <Facts facts={shared ? namesOf(holder) : factsOf(holder)} />
      </Section>
      {coHolder && (
        <Section title="2. CO-TITULAR">
          <Facts
            facts={shared?.kind === 'representative' ? namesOf(coHolder) : factsOf(coHolder)}
          />
          {!shared && (
            <p>
              <Link to="/profile#quien-ve">Elegir si tu co-titular ve esta compra</Link>
            </p>
          )}
        </Section>
      )}
      <p className={classes.note}>
        Esta información es confidencial y solo de carácter informativo para el socio. No será
        compartida ni utilizada para otro fin.
      </p>
    </>
  )
}

/** What a person who only reads the sale sees of others. */
function namesOf({ fullName, rut, legalRepresentative }: Holder): Fact[] {
  const representative: Fact[] =
    legalRepresentative === '' ? [] : [['Representante legal', legalRepresentative]]
  return [['Nombre', fullName], ['Rut', formatRut(rut)], ...representative]
}

function factsOf(holder: Holder): Fact[] {
  return [
    ['Nombre', holder.fullName],
    ['Rut', formatRut(holder.rut)],
    ['Ciudad', holder.city],
    ['Comuna', holder.commune],
    ['Dirección', holder.address],
    ['Profesión', holder.profession],
    ['Estado Civil', holder.maritalStatus],
    ['Empleador', holder.employer],
    ['Fono', holder.phone],
    ['Email', holder.email],
    ['Renta', <PesosAmount key="income" value={holder.income} />],
    ['Renta Honorarios', <PesosAmount key="fees" value={holder.feeIncome} />],
    ['Renta Arriendo', <PesosAmount key="rental" value={holder.rentalIncome} />],
    ['Renta Promedio', <PesosAmount key="average" value={holder.averageIncome} />],
  ]
}
