import type { User } from '@carpeta/contract/auth'
import { can } from '@carpeta/domain/access/permissions'
import { isCalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import {
  saleAccessKindLabels,
  saleAccessStateLabels,
} from '@carpeta/domain/sales/sale-access-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRowPath } from '../list/row-path.ts'
import {
  giveMemberSaleAccess,
  type ReadSale,
  revokeMemberSaleAccess,
  type StaffSaleWithReaders,
} from '../sales/accesses/calls.ts'
import { SalesWithReaders } from '../sales/accesses/sales-with-readers.tsx'
import { type MemberFile, memberFileQuery } from '../staff/calls.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Card } from '../ui/layout/card.tsx'
import classes from './member-file.module.css'
import { UserForm } from './user-form.tsx'

interface Props {
  file: MemberFile
  me: User
}

/** Who else reads the member's sales, and whose sales the member reads. */
export function SaleAccessesCard({ file: { user, own_sales, read_sales }, me }: Props) {
  const client = useQueryClient()
  const [newRut, setNewRut] = useState<string | null>(null)
  const reload = () => client.invalidateQueries({ queryKey: memberFileQuery(user.id).queryKey })
  if (own_sales.length === 0 && read_sales.length === 0) return null
  return (
    <>
      {own_sales.length > 0 && (
        <Card title="Quién más ve sus compras">
          <SalesWithReaders
            sales={own_sales}
            give={(access) => giveMemberSaleAccess(user.id, access)}
            revoke={revokeMemberSaleAccess}
            onChanged={reload}
            ofStaff={(access) => (
              <ReaderAccount
                access={access}
                onCreate={can(me, 'auth.add_user') ? setNewRut : undefined}
              />
            )}
          />
        </Card>
      )}
      {read_sales.length > 0 && <ReadSales sales={read_sales} />}
      {newRut !== null && (
        <UserForm
          me={me}
          user={null}
          rut={newRut}
          onSaved={async () => {
            await reload()
            setNewRut(null)
          }}
          onClose={() => setNewRut(null)}
        />
      )}
    </>
  )
}

interface ReaderProps {
  access: StaffSaleWithReaders['accesses'][number]
  /** Absent without the permission. */
  onCreate: ((rut: string) => void) | undefined
}

function ReaderAccount({ access, onCreate }: ReaderProps) {
  const { account_id: id, social_security: rut, state } = access
  const pathOf = useRowPath('/users')
  if (id !== null) {
    return (
      <p className={classes.detail}>
        <Link to={pathOf(id)}>Abrir su ficha</Link>
      </p>
    )
  }
  if (state !== 'valid') return null
  return (
    <div>
      <p className={classes.detail}>Espera una cuenta: con este rut no hay ninguna.</p>
      {onCreate && (
        <Button variant="light" onClick={() => onCreate(rut)}>
          Crear su cuenta
        </Button>
      )}
    </div>
  )
}

function ReadSales({ sales }: { sales: ReadSale[] }) {
  const pathOf = useRowPath('/users')
  return (
    <Card title="Compras de otros que puede ver">
      <ul className={classes.rows}>
        {sales.map(({ id, code, kind, holder, holder_id, last_day, state }) => (
          <li key={id}>
            <span>
              {code} · {holder_id === null ? holder : <Link to={pathOf(holder_id)}>{holder}</Link>}
            </span>
            <span className={classes.detail}>
              {[
                saleAccessKindLabels[kind],
                saleAccessStateLabels[state],
                isCalendarDate(last_day) ? `hasta el ${shortDate(last_day)}` : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
