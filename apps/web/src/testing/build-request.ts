import type { WireProcedure } from '@carpeta/contract/procedures'
import type { Draft, MemberRequest, UnsentRequest, WireDocument } from '@carpeta/contract/requests'

/** A procedure as members see it, with one document per name. */
export function buildProcedure(overrides: Partial<WireProcedure> = {}): WireProcedure {
  const documents = overrides.documents ?? []
  return {
    id: 1,
    title: 'Actualización de datos',
    description: 'Pide que se corrijan tus datos de contacto.',
    document_amount: documents.length,
    documents,
    ...overrides,
  }
}

/** A draft of Rosa's that has no document yet. */
export function buildDraft(overrides: Partial<Draft> = {}): Draft {
  return { id: null, version: 0, comment: '', slots: [], surplus: [], ...overrides }
}

/** What Rosa began years ago and did not send. */
export function buildUnsentRequest(overrides: Partial<UnsentRequest> = {}): UnsentRequest {
  return {
    id: 5,
    procedure: { id: 3, title: 'Cambio de titular' },
    sale_code: 'V-1001',
    version: 3,
    missing_documents: 2,
    saved_at: '2020-11-12T19:20:00Z',
    about: null,
    is_offered: true,
    ...overrides,
  }
}

export function buildDocument(overrides: Partial<WireDocument> = {}): WireDocument {
  return {
    id: 71,
    name: 'cedula.pdf',
    size: 120_000,
    type: 'application/pdf',
    position: 0,
    title: 'Cédula de identidad',
    review: 'pending',
    reason: '',
    uploaded_at: '2026-11-18T15:00:00Z',
    ...overrides,
  }
}

/** Sent by Rosa and not yet reviewed. */
export function buildMemberRequest(overrides: Partial<MemberRequest> = {}): MemberRequest {
  return {
    id: 12,
    state: 'sent',
    sale_code: 'V-1001',
    procedure: {
      id: 2,
      title: 'Copia de contrato',
      description: 'Recibe una copia de tu contrato de reserva.',
      documents: ['Cédula de identidad'],
    },
    comment: 'La necesito para el banco.',
    sent_at: '2026-11-18T15:05:00Z',
    closed_at: null,
    answer: '',
    answer_files: [],
    documents: [buildDocument()],
    events: [
      {
        id: 1,
        at: '2026-11-18T15:05:00Z',
        kind: 'sent',
        actor: 'Rosa Muñoz Sepúlveda',
        text: '',
        helped: null,
      },
    ],
    answer_by: null,
    filed_by: '',
    merged_into: null,
    merged: [],
    respond_until: null,
    can_respond: false,
    ...overrides,
  }
}
