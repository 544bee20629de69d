import { useMedia } from '../../../../ui/use-media.ts'

const NARROW = '(max-width: 1023.98px)'

/** Whether a document is shown beside the list; on a narrow screen it is shown under its row. */
export function useBeside(): boolean {
  return !useMedia(NARROW)
}
