import { saleName } from '@carpeta/domain/sales/sale-name'
import { type ReactNode, useState } from 'react'
import type {
  GivenAccess,
  SaleWithReaders,
  WireSaleAccess,
} from '../api/sale-accesses/sale-accesses.ts'
import { AskFirst } from '../forms/ask-first.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { DividedList } from '../ui/layout/divided-list.tsx'
import { AccessRow, readerName } from './access-row.tsx'
import { GiveAccessDialog } from './give-access-dialog.tsx'
import classes from './sales-with-readers.module.css'

interface Props<Sale extends SaleWithReaders> {
  sales: Sale[]
  give: (access: GivenAccess) => Promise<void>
  revoke: (id: number) => Promise<void>
  onChanged: () => Promise<unknown>
  /** What staff see besides; without it the holder sees the list. */
  ofStaff?: (access: Sale['accesses'][number]) => ReactNode
}

/** A holder's sales, each with the people who read it too. */
export function SalesWithReaders<Sale extends SaleWithReaders>(props: Props<Sale>) {
  const { sales, give, revoke, onChanged, ofStaff } = props
  const [giving, setGiving] = useState<SaleWithReaders | null>(null)
  const [revoking, setRevoking] = useState<{ sale: Sale; access: WireSaleAccess } | null>(null)
  const [done, setDone] = useState('')

  async function finish(message: string) {
    await onChanged()
    setDone(message)
  }

  return (
    <>
      <DividedList size="lg">
        {sales.map((sale) => (
          <li key={sale.code}>
            <div className={classes.sale}>
              <div className={classes.head}>
                <h3>{nameOf(sale)}</h3>
                {mayGive(sale) && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Dar acceso a ${nameOf(sale)}`}
                    onClick={() => setGiving(sale)}
                  >
                    Dar acceso
                  </Button>
                )}
              </div>
              <Readers sale={sale} isOfStaff={ofStaff !== undefined} />
              {sale.accesses.length > 0 && (
                <ul className={classes.accesses}>
                  {sale.accesses.map((access) => (
                    <AccessRow
                      key={access.id}
                      access={access}
                      onRevoke={() => setRevoking({ sale, access })}
                    >
                      {ofStaff?.(access)}
                    </AccessRow>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </DividedList>
      {done && <Notice tone="success">{done}</Notice>}
      {giving && (
        <GiveAccessDialog
          sale={giving}
          name={nameOf(giving)}
          isOfStaff={ofStaff !== undefined}
          give={async (access) => {
            await give(access)
            await finish(`Diste acceso a ${nameOf(giving)}. Avisamos por correo.`)
          }}
          onClose={() => setGiving(null)}
        />
      )}
      {revoking && (
        <AskFirst
          title="¿Quitar el acceso?"
          confirm="Quitar acceso"
          cancel="Cancelar"
          action={async () => {
            await revoke(revoking.access.id)
            await finish(`${readerName(revoking.access)} ya no ve ${nameOf(revoking.sale)}.`)
          }}
          onClose={() => setRevoking(null)}
        >
          <p>
            {readerName(revoking.access)} dejará de ver {nameOf(revoking.sale)} de inmediato.
          </p>
        </AskFirst>
      )}
    </>
  )
}

/** Tells why nobody else reads the sale. */
function Readers({ sale, isOfStaff }: { sale: SaleWithReaders; isOfStaff: boolean }) {
  if (sale.accesses.some(({ state }) => state !== 'revoked')) return null
  if (sale.kinds.length > 0) {
    return <p className={classes.detail}>{isOfStaff ? 'Nadie más la ve.' : 'Solo la ves tú.'}</p>
  }
  return (
    <p className={classes.detail}>
      {isOfStaff ? 'Nadie más la ve.' : 'Solo la ves tú.'} La contabilidad no informa un co-titular
      con rut.
    </p>
  )
}

/** The co-holder gets one access; a company may name several representatives. */
function mayGive({ kinds, accesses }: SaleWithReaders): boolean {
  const hasCoHolder = accesses.some(({ kind, state }) => kind === 'co_holder' && state === 'valid')
  return kinds.some((kind) => kind === 'representative' || !hasCoHolder)
}

function nameOf({ project, code, property }: SaleWithReaders): string {
  return saleName({ project, code, ...property })
}
