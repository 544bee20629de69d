import { type ReactNode, useState } from 'react'
import { namingField, refusalIn } from '../api/field-errors.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { RefusedLines } from '../session/failures/refused-notice.tsx'

/** The errors of a refused form that belong to no field. */
interface Refused {
  notice: ReactNode
  /** Puts field errors on their fields and keeps the rest for the notice. */
  take: (error: unknown) => void
  clear: () => void
}

/**
 * Turns a 400 answer into the form's validation errors.
 * @param names the form's fields, by the server's names.
 */
export function useRefusal<Name extends string>(
  names: readonly Name[],
  setFieldError: (name: Name, message: string) => void,
): Refused {
  const [notice, setNotice] = useState<ReactNode>(null)

  function take(error: unknown) {
    const refusal = refusalIn(error)
    if (!refusal) {
      setNotice(<FailureNotice error={error} />)
      return
    }
    const rest = [...refusal.general]
    for (const [name, message] of Object.entries(refusal.fields)) {
      const field = names.find((each) => each === name)
      if (field) setFieldError(field, message)
      else rest.push(namingField(name, message))
    }
    setNotice(rest.length > 0 && <RefusedLines lines={rest} />)
  }

  return { notice, take, clear: () => setNotice(null) }
}
