import type { User } from '@carpeta/contract/auth'
import { useRef } from 'react'
import { Link } from 'react-router'
import { downloadOwnData } from '../../../api/personal-data.ts'
import { useIsExtended } from '../../../session/extended.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DownloadIcon } from '../../../ui/icons/icons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useDownload } from '../../../ui/use-download.ts'
import { useHashArrival } from '../../../ui/use-hash-arrival.ts'
import profile from '../profile.module.css'
import { DataRequestList } from './data-request-list.tsx'
import classes from './my-data.module.css'

/** Downloads of one's own data, and the member's data-subject requests. */
export function MyData({ user }: { user: User | undefined }) {
  const { underWay, failure, save } = useDownload()
  const section = useRef<HTMLElement>(null)
  useHashArrival(section, user !== undefined)
  const isOffered = useIsExtended()
  if (!user || !isOffered) return null

  function button(format: 'json' | 'pdf', label: string) {
    const name = `mis-datos.${format}`
    return (
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        loading={underWay === name}
        disabled={underWay !== null}
        onClick={() => void save(name, () => downloadOwnData(format))}
      >
        {label}
      </Button>
    )
  }

  return (
    <Card ref={section} id="mis-datos" tabIndex={-1} title="Mis datos" size="lg">
      <p className={profile.detail}>
        Descarga todo lo que el portal guarda de ti: en PDF para leerlo, o en JSON para llevarlo a
        otro programa. El <Link to="/privacy">aviso de privacidad</Link> explica para qué se usa.
      </p>
      <div className={classes.buttons}>
        {button('pdf', 'Descargar PDF')}
        {button('json', 'Descargar JSON')}
      </div>
      {failure !== undefined && <FailureNotice error={failure} />}
      {user.profile?.is_client && <DataRequestList />}
    </Card>
  )
}
