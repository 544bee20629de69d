import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'

interface Props {
  /** The folio that is shown. */
  folio: string
  onVerify: (folio: string) => void
}

export function FolioForm({ folio, onVerify }: Props) {
  const isReady = useHydrated()
  const [isMissing, setMissing] = useState(false)

  function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('folio') ?? '').trim()
    setMissing(typed === '')
    if (typed) onVerify(typed)
  }

  return (
    <form noValidate onSubmit={verify}>
      <TextInput
        name="folio"
        label={folio ? 'Verificar otro folio' : 'Folio'}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={isMissing && 'Ingresa el folio'}
        onChange={() => setMissing(false)}
      />
      <Button type="submit" size="md" fullWidth disabled={!isReady}>
        Verificar
      </Button>
    </form>
  )
}
