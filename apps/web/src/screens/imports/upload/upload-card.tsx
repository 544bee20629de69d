import { exportFileTypes } from '@carpeta/domain/imports/import-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { UPLOADS, uploadExport } from '../../../api/imports/imports.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dropzone } from '../../../ui/dropzone.ts'
import { Progress } from '../../../ui/feedback/progress.ts'
import { Card } from '../../../ui/layout/card.tsx'
import classes from '../imports.module.css'

/** Uploads an export, and leads to what it would change. */
export function UploadCard() {
  const { percent, failure, send } = useUpload()
  const openChooser = useRef<() => void>(null)
  const isSending = percent !== null
  return (
    <Card title="Subir una exportación">
      {failure !== undefined && <FailureNotice error={failure} />}
      {isSending ? (
        <div className={classes.sending}>
          <p role="status">
            {percent < 100 ? 'Subiendo. No salgas de esta página.' : 'Guardando el archivo…'}
          </p>
          <Progress.Root size="lg" className={classes.track ?? ''}>
            <Progress.Section value={percent} aria-label="Avance de la subida" />
          </Progress.Root>
          <p className={classes.detail}>{percent}&nbsp;%</p>
        </div>
      ) : (
        <Dropzone
          className={classes.chooser ?? ''}
          openRef={openChooser}
          multiple={false}
          onDrop={(files) => void send(files[0])}
          onReject={(refused) => void send(refused[0]?.file)}
          // The button below handles clicks and keys.
          activateOnClick={false}
          activateOnKeyboard={false}
          enablePointerEvents
          inputProps={{
            accept: exportFileTypes.join(','),
            'aria-label': 'Archivo de contabilidad',
          }}
        >
          <div className={classes.ways}>
            <Button onClick={() => openChooser.current?.()}>Elegir archivo</Button>
            <span className={classes.detail}>o arrástralo hasta aquí</span>
          </div>
        </Dropzone>
      )}
      <p className={classes.detail}>
        Un archivo .ndjson o .ndjson.gz, o un .zip con la carpeta de CSV. Primero se revisa: nada
        cambia hasta que lo apliques.
      </p>
    </Card>
  )
}

function useUpload() {
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const aborting = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    aborting.current = controller
    return () => controller.abort()
  }, [])

  async function send(file: File | undefined) {
    if (!file) return
    const { signal } = aborting.current
    setFailure(undefined)
    setPercent(0)
    try {
      const onProgress = (share: number) => setPercent(Math.floor(share * 100))
      const { id } = await uploadExport(file, { onProgress, signal })
      await client.invalidateQueries({ queryKey: [UPLOADS] })
      void navigate(`/imports/uploads/${id}`)
    } catch (error) {
      if (!signal.aborted) setFailure(error)
    } finally {
      setPercent(null)
    }
  }

  return { percent, failure, send }
}
