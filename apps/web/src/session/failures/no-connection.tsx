import {
  noConnectionAdvice,
  noConnectionMessage,
  textIsKeptMessage,
} from '@carpeta/domain/errors/error-messages'
import { useState } from 'react'
import { useConnectionIsLost } from '../../connection/use-connection-is-lost.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { probeConnection } from '../calls.ts'
import { useHasTyped } from './typed-text.ts'
import { type Place, useOnlyOne } from './use-only-one.ts'

const RESTORED = {
  part: null,
  page: <Notice tone="success">Ya hay conexión.</Notice>,
  form: <Notice tone="info">Ya hay conexión. Inténtalo de nuevo.</Notice>,
}

/** Says that there is no network or no server, in one place of the page, until there is one again. */
export function NoConnection({ place }: { place: Place }) {
  const isLost = useConnectionIsLost()
  const isShown = useOnlyOne('connection', place)
  const hasTyped = useHasTyped()
  const [isTrying, setTrying] = useState(false)

  async function retry() {
    setTrying(true)
    await probeConnection()
    setTrying(false)
  }

  if (!isShown) return null
  if (!isLost) return RESTORED[place]
  return (
    <Notice
      tone="error"
      action={
        // A form is sent again by its own button.
        place !== 'form' && (
          <Button variant="default" loading={isTrying} onClick={() => void retry()}>
            Reintentar
          </Button>
        )
      }
    >
      {noConnectionMessage}
      {hasTyped ? ` ${textIsKeptMessage}` : place === 'page' && ` ${noConnectionAdvice}`}
    </Notice>
  )
}
