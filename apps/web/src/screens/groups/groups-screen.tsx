import { useState } from 'react'
import { Link } from 'react-router'
import type { Group } from '../../api/groups.ts'
import { NoAccess } from '../../session/protected-route.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupList } from './group-list.tsx'
import classes from './groups.module.css'

type Opened = 'new' | Group

/**
 * For superusers only. There is no permission for it, since granting permissions includes all of
 * them.
 */
export function Screen() {
  const user = useStoredUser()
  return user && !user.is_superuser ? <NoAccess /> : <Groups />
}

function Groups() {
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <Page
      title="Grupos"
      actions={
        <>
          <Button
            component={Link}
            to="/users"
            variant="default"
            leftSection={<ArrowLeftIcon size={18} />}
          >
            Volver a los usuarios
          </Button>
          <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpened('new')}>
            Añadir grupo
          </Button>
        </>
      }
    >
      <p className={classes.lead}>
        Lo que cada persona de la oficina puede hacer depende de los grupos a los que pertenece.
      </p>
      <GroupList onEdit={setOpened} />
      {opened && (
        <GroupForm group={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </Page>
  )
}
