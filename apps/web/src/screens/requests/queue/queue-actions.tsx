import { Link } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  CheckCircleIcon,
  DownloadIcon,
  FileIcon,
  KeyboardIcon,
  PlusIcon,
} from '../../../ui/icons/icons.tsx'
import classes from './queue-tools.module.css'

interface Props {
  isExporting: boolean
  onExport: () => void
  onKeys: () => void
  onTemplates: () => void
  onRatings: () => void
}

export function QueueActions({ isExporting, onExport, onKeys, onTemplates, onRatings }: Props) {
  return (
    <>
      <Button
        className={classes.keysButton}
        variant="default"
        leftSection={<KeyboardIcon size={18} />}
        onClick={onKeys}
      >
        Teclas
      </Button>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        loading={isExporting}
        onClick={onExport}
      >
        Descargar CSV
      </Button>
      <Button variant="default" leftSection={<CheckCircleIcon size={18} />} onClick={onRatings}>
        Valoraciones
      </Button>
      <Button variant="default" leftSection={<FileIcon size={18} />} onClick={onTemplates}>
        Plantillas
      </Button>
      <Button component={Link} to="/requests/new" leftSection={<PlusIcon size={18} />}>
        Ingresar por un socio
      </Button>
    </>
  )
}
