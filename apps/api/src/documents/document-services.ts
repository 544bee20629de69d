import type { Database } from '../db/client.ts'
import type { DocumentStorage } from './document-storage.ts'

export interface DocumentServices {
  db: Database
  storage: DocumentStorage
}
