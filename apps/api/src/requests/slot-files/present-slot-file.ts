import type { WireSlotFile } from '@carpeta/contract/requests/request-schemas'

export function presentSlotFile({ id, name, size, type, position }: WireSlotFile): WireSlotFile {
  return { id, name, size, type, position }
}
