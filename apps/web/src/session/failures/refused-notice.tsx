import { refusalLines, valuesIn } from '../../api/field-errors.ts'
import { Lines } from '../../ui/feedback/lines.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FailureNotice } from './failure-notice.tsx'

/** The error of a form that has no field for what the server names: every sentence is a line. */
export function RefusedNotice({ error }: { error: unknown }) {
  const lines = refusalLines(error)
  return lines.length > 0 ? <RefusedLines lines={lines} /> : <FailureNotice error={error} />
}

/** The error of a refused restore: every value of the answer is a line (docs/specification.md 8.14). */
export function RestoreNotice({ error }: { error: unknown }) {
  const lines = valuesIn(error)
  return lines.length > 0 ? <RefusedLines lines={lines} /> : <FailureNotice error={error} />
}

/** Each sentence of a refusal in a line. */
export function RefusedLines({ lines }: { lines: string[] }) {
  return (
    <Notice tone="error">
      <Lines lines={lines} />
    </Notice>
  )
}
