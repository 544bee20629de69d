import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { CatalogueProcedure } from '../../api/procedure-catalogue.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CalendarIcon, PlusIcon, ReorderIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ProcedureForm } from './procedure-form.tsx'
import { ProcedureList } from './procedure-list.tsx'
import { ProcedureOrder } from './procedure-order.tsx'

type Opened = 'new' | 'order' | CatalogueProcedure

export function Screen() {
  const { search } = useLocation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <Page
      title="Trámites"
      actions={
        <>
          <Button
            component={Link}
            to={{ pathname: '/procedures/holidays', search }}
            variant="default"
            leftSection={<CalendarIcon size={18} />}
          >
            Feriados
          </Button>
          <Button
            variant="default"
            leftSection={<ReorderIcon size={18} />}
            onClick={() => setOpened('order')}
          >
            Ordenar
          </Button>
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpened('new')}>
            Añadir trámite
          </Button>
        </>
      }
    >
      <ProcedureList onEdit={setOpened} />
      {opened === 'order' && <ProcedureOrder onClose={close} />}
      {opened === 'new' && <ProcedureForm procedure={null} onClose={close} />}
      {typeof opened === 'object' && opened && <ProcedureForm procedure={opened} onClose={close} />}
    </Page>
  )
}
