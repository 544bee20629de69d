import { MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { formatRut } from '@carpeta/domain/people/rut'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FilingMember, filingMembersQuery } from '../../../api/staff/filings.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TextInput } from '../../../ui/fields/inputs.ts'
import { Card } from '../../../ui/layout/card.tsx'
import classes from './filing.module.css'

const MAX_TYPED = 100

/** Finds the member by name, rut or email. */
export function MemberSearch({ onChosen }: { onChosen: (member: FilingMember) => void }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [problem, setProblem] = useState('')
  const { data, error, refetch } = useQuery({
    ...filingMembersQuery(asked),
    enabled: asked !== '',
    staleTime: 0,
  })

  function search() {
    const text = typed.trim()
    setProblem(text.length < MIN_SEARCH ? 'Escribe al menos dos letras o números' : '')
    if (text.length >= MIN_SEARCH) setAsked(text)
  }

  return (
    <Card title="¿Por quién?">
      <form
        className={classes.search}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <TextInput
          label="Nombre, rut o correo del socio"
          type="search"
          maxLength={MAX_TYPED}
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="sm">
          Buscar
        </Button>
      </form>
      {asked !== '' && !data && !error && (
        <>
          <VisuallyHidden role="status">Buscando…</VisuallyHidden>
          <Skeleton height={96} radius={10} />
        </>
      )}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <p role="status" className={classes.detail}>
          No encontramos a nadie con «{asked}».
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={classes.members} aria-label="Socios encontrados">
          {data.map((member) => (
            <li key={member.id}>
              <span>
                <span className={classes.name}>{member.name}</span>
                <span className={classes.detail}>{formatRut(member.social_security)}</span>
              </span>
              <Button
                variant="default"
                size="xs"
                aria-label={`Elegir a ${member.name}`}
                onClick={() => onChosen(member)}
              >
                Elegir
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
