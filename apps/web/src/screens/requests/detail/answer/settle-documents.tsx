import type { WireDocument } from '@carpeta/contract/requests'
import { useState } from 'react'
import type { SettledDocuments } from '../../../../api/workbench.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { Checkbox } from '../../../../ui/fields/checkbox.ts'
import { Stack } from '../../../../ui/layout/stack.tsx'

interface Props {
  /** Those that wait for their review. */
  documents: WireDocument[]
  onSettled: (settled: SettledDocuments) => void
  onClose: () => void
}

/** Asks what happens to the documents that wait for their review, before the request is closed. */
export function SettleDocuments({ documents, onSettled, onClose }: Props) {
  const [accepted, setAccepted] = useState(documents.map(({ id }) => id))
  const leave = documents.map(({ id }) => id).filter((id) => !accepted.includes(id))
  return (
    <Dialog
      title={
        documents.length === 1 ? 'Queda un documento por revisar' : 'Quedan documentos por revisar'
      }
      onClose={onClose}
      buttons={
        <>
          <Button onClick={() => onSettled({ accept: accepted, leave })}>Resolver y cerrar</Button>
          <Button variant="default" data-autofocus onClick={onClose}>
            Seguir revisando
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>
          Al cerrar, se aceptan los que marques. Los demás quedan sin revisar, y la historia lo
          dirá.
        </p>
        <Checkbox.Group
          label="Aceptar"
          value={accepted.map(String)}
          onChange={(ids) => setAccepted(ids.map(Number))}
        >
          <Stack gap="sm">
            {documents.map(({ id, title, name }) => (
              <Checkbox key={id} value={String(id)} label={title || name} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Dialog>
  )
}
