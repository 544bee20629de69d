import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { OPENED, useSearchWith } from './address.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { AnnouncementPage } from './detail/announcement-page.tsx'

export function Screen() {
  const [params] = useSearchParams()
  // The prerendered page does not know the address.
  const isKnown = useStoredUser() !== undefined
  const opened = isKnown ? params.get(OPENED) : null
  return opened === null ? <All /> : <AnnouncementPage key={opened} id={Number(opened)} />
}

function All() {
  const [isWriting, setWriting] = useState(false)
  const searchWith = useSearchWith()
  const navigate = useNavigate()
  return (
    <Page
      title="Avisos"
      actions={
        <Button leftSection={<PlusIcon size={18} />} onClick={() => setWriting(true)}>
          Redactar aviso
        </Button>
      }
    >
      <AnnouncementList />
      {isWriting && (
        <AnnouncementForm
          announcement={null}
          onSaved={({ id }) => void navigate({ search: searchWith(id) })}
          onClose={() => setWriting(false)}
        />
      )}
    </Page>
  )
}
