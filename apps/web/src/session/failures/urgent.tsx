import { WriteToUs } from '../../environment/write-to-us.tsx'

/** Whom to call meanwhile. */
export function Urgent() {
  return (
    <p>
      Si no puedes esperar, <WriteToUs />.
    </p>
  )
}
