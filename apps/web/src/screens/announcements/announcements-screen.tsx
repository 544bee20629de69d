import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRowPath } from '../../list/row-path.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'

export function Screen() {
  const [isWriting, setWriting] = useState(false)
  const pathOf = useRowPath('/announcements')
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
          onSaved={({ id }) => void navigate(pathOf(id))}
          onClose={() => setWriting(false)}
        />
      )}
    </Page>
  )
}
