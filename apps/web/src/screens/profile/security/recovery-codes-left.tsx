import { RECOVERY_CODES } from '@carpeta/domain/access/second-factor-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renewRecoveryCodes, secondFactorQuery } from '../../../api/second-factor/second-factor.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
import { RecoveryCodesDialog } from '../../../second-factor/recovery-codes-dialog.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from '../profile.module.css'
import type { PartProps } from './part-props.ts'

/** Few codes are worth a warning. */
const FEW = 3

export function RecoveryCodesLeft({ left, onDone }: PartProps & { left: number }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>([])

  async function renew() {
    setCodes(await renewRecoveryCodes())
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }

  function finish() {
    setCodes([])
    onDone('Tus códigos de recuperación son nuevos')
  }

  return (
    <>
      <p className={classes.detail}>
        Para ingresar si pierdes tu segundo factor. {leftSentence(left)}
      </p>
      {left <= FEW && (
        <Notice tone="warning">Crea códigos nuevos antes de que se te acaben.</Notice>
      )}
      <div>
        <Button
          variant="default"
          onClick={() => {
            onDone('')
            setAsking(true)
          }}
        >
          Crear códigos nuevos
        </Button>
      </div>
      {isAsking && (
        <AskFirst
          title="¿Crear códigos de recuperación nuevos?"
          confirm="Crear códigos nuevos"
          cancel="Cancelar"
          action={renew}
          onClose={() => setAsking(false)}
        >
          <p>Los códigos que guardaste antes dejarán de servir.</p>
        </AskFirst>
      )}
      {codes.length > 0 && !isAsking && <RecoveryCodesDialog codes={codes} onSaved={finish} />}
    </>
  )
}

function leftSentence(left: number): string {
  if (left === 0) return 'No te queda ninguno.'
  return left === 1 ? 'Te queda 1.' : `Te quedan ${left} de ${RECOVERY_CODES}.`
}
