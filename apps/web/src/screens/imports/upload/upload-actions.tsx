import { acceptanceConsequences, isAcceptable } from '@carpeta/domain/imports/load-consequences'
import { counted } from '@carpeta/domain/text/counted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  acceptRefusal,
  applyExport,
  checkExport,
  discardExport,
  UPLOADS,
  type UploadedExport,
} from '../../../api/imports/imports.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { LabelledSwitch } from '../../../ui/fields/labelled-switch.tsx'
import { ButtonRow } from '../../../ui/layout/button-row.tsx'

type Asked = 'accept' | 'apply' | 'discard' | 'check'

/** What may be done with an export that was checked, or refused for a reason that a person may accept. */
export function UploadActions({ upload }: { upload: UploadedExport }) {
  const { id, state, is_stale, has_file, load } = upload
  const [asked, setAsked] = useState<Asked | null>(null)
  const [pausesEmails, setPausesEmails] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => client.invalidateQueries({ queryKey: [UPLOADS] })
  const code = load?.refusal_code ?? null
  const refusal = state === 'refused' && isAcceptable(code) ? code : null
  if (!has_file || !(state === 'checked' || refusal)) return null

  async function discard() {
    await discardExport(id)
    await navigate('/imports')
    await refresh()
  }

  const ask = (kind: Asked) => () => setAsked(kind)
  const close = () => setAsked(null)
  return (
    <>
      <ButtonRow>
        {refusal && <Button onClick={ask('accept')}>Aceptar y revisar</Button>}
        {state === 'checked' &&
          (is_stale ? (
            <Button onClick={ask('check')}>Revisar de nuevo</Button>
          ) : (
            <Button onClick={ask('apply')}>Aplicar</Button>
          ))}
        <Button variant="default" onClick={ask('discard')}>
          Descartar
        </Button>
      </ButtonRow>
      {asked === 'accept' && refusal && (
        <AskFirst
          title="Aceptar el motivo del rechazo"
          confirm="Aceptar y revisar"
          cancel="Cancelar"
          action={async () => {
            await acceptRefusal(id, refusal)
            await refresh()
          }}
          onClose={close}
        >
          <p>{load?.refusal}</p>
          <p>{acceptanceConsequences[refusal]}</p>
          <p>
            Nada cambia todavía: el archivo se revisa otra vez, y después se puede aplicar o
            descartar. Queda anotado quién lo aceptó.
          </p>
        </AskFirst>
      )}
      {asked === 'apply' && (
        <AskFirst
          title="Aplicar la carga"
          confirm="Aplicar"
          cancel="Cancelar"
          action={async () => {
            await applyExport(id, pausesEmails)
            await refresh()
          }}
          onClose={close}
        >
          <p>{applySentence(upload)}</p>
          <p>Después se puede deshacer, mientras sea la última carga.</p>
          <LabelledSwitch
            label="Dejar en pausa los correos a los socios"
            description="Esperan hasta que alguien los envíe desde la carga."
            isOn={pausesEmails}
            onMove={setPausesEmails}
          />
        </AskFirst>
      )}
      {asked === 'check' && (
        <AskFirst
          title="Revisar de nuevo"
          confirm="Revisar"
          cancel="Cancelar"
          action={async () => {
            await checkExport(id)
            await refresh()
          }}
          onClose={close}
        >
          <p>El archivo se compara con las ventas como están ahora. Nada cambia.</p>
        </AskFirst>
      )}
      {asked === 'discard' && (
        <AskFirst
          title="Descartar el archivo"
          confirm="Descartar"
          cancel="Cancelar"
          action={discard}
          onClose={close}
        >
          <p>El archivo y su revisión se borran. Las ventas quedan como están.</p>
        </AskFirst>
      )}
    </>
  )
}

function applySentence({ load }: UploadedExport): string {
  const { added = 0, changed = 0, withdrawn = 0 } = load ?? {}
  const parts = [
    added > 0 && counted(added, 'nueva', 'nuevas'),
    changed > 0 && counted(changed, 'cambia', 'cambian'),
    withdrawn > 0 && counted(withdrawn, 'se retira', 'se retiran'),
  ].filter((part) => part !== false)
  return `Los socios verán de inmediato las cifras nuevas. Ventas: ${parts.join(', ') || 'ninguna cambia'}.`
}
