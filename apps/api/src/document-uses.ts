import { isAnnounced } from './announcements/announcements-store.ts'
import { type DocumentUses, setDocumentUses } from './documents/documents-store.ts'
import { isPublished } from './member-documents/member-documents-store.ts'
import { isReceipt } from './payment-reports/payment-reports-store.ts'
import { isAttached } from './requests/attachments-store.ts'

/** Every module that refers to documents; what none of them refers to is removed. */
export const documentUses: DocumentUses = {
  isUsed: [isAttached, isReceipt, isAnnounced, isPublished],
  isBulk: isPublished,
}

export function composeDocumentUses(): void {
  setDocumentUses(documentUses)
}
