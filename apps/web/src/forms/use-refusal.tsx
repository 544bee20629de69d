import { type ReactNode, useState } from 'react'
import { refusalIn } from '../api/field-errors.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Lines } from '../ui/feedback/lines.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

/** What a form that was refused says besides its fields. */
export interface Refused {
  notice: ReactNode
  /** Puts on the fields what is theirs, and keeps the rest for the notice. */
  take: (error: unknown) => void
  clear: () => void
}

/**
 * A 400 becomes the form's own validations (spec §8).
 * @param names the form's fields, as the server calls them.
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
      else rest.push(message)
    }
    setNotice(rest.length > 0 && <RefusedLines lines={rest} />)
  }

  return { notice, take, clear: () => setNotice(null) }
}

function RefusedLines({ lines }: { lines: string[] }) {
  return (
    <Notice tone="error">
      <Lines lines={lines} />
    </Notice>
  )
}
