import { importMessages } from '@carpeta/domain/imports/import-rules'
import type { Config } from '../../config/config.ts'
import type { UploadLimits } from '../../http/read-upload.ts'

/** An export is larger than a document. */
export function exportLimits({ maxExport }: Pick<Config, 'maxExport'>): UploadLimits {
  return { maxFileBytes: maxExport.packed, tooLarge: importMessages.tooLarge }
}
