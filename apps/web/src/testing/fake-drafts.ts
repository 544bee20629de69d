import type { Draft } from '@carpeta/contract/requests'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { buildDraft } from './build-request.ts'
import { type fakeServer, json, type Seen } from './fake-server.ts'

type Answers = Parameters<typeof fakeServer>[0]

/**
 * One draft as the API keeps it, for the calls of a form.
 * @param begin the call that begins it, and the one that reads it before
 */
export function fakeDrafts(start: Partial<Draft>, [begin, read]: [string, string], id = 5) {
  let draft = buildDraft(start)
  /** The version at which the text changed last, and the tab that wrote it. */
  let written = { at: draft.version, in: 'yesterday' }
  let lastFile = 70

  const grow = (change: Partial<Draft>) => {
    draft = { ...draft, ...change, version: draft.version + 1 }
    return draft
  }
  /** As another device or tab changes it. */
  const changeElsewhere = (comment: string) => {
    grow({ id, comment })
    written = { at: draft.version, in: 'phone' }
  }

  function write(call: Seen): Response {
    const { version, written_in, comment } = JSON.parse(String(call.body))
    const isLate = written.at > version && written.in !== written_in
    if (isLate) return json(409, requestMessages.draftChanged)
    grow({ id, comment })
    written = { at: draft.version, in: written_in }
    return json(200, draft)
  }

  function upload({ body }: Seen): Response {
    const form = body as FormData
    const position = Number(form.get('position'))
    const { name, size } = form.get('document') as File
    lastFile += 1
    const file = { id: lastFile, name, size, type: 'application/pdf' as const }
    const slots = draft.slots.map((slot) =>
      slot.position === position ? { ...slot, files: [...slot.files, file] } : slot,
    )
    const { version } = grow({ slots })
    return json(201, { ...file, position, version })
  }

  function arrange({ body }: Seen): Response {
    const asked: { slots: { position: number; file_ids: number[] }[]; surplus: number[] } =
      JSON.parse(String(body))
    const all = [...draft.slots.flatMap(({ files }) => files), ...draft.surplus]
    const named = (ids: number[]) =>
      ids.flatMap((each) => all.filter(({ id: own }) => own === each))
    const slots = draft.slots.map((slot) => {
      const { file_ids = [] } = asked.slots.find((each) => each.position === slot.position) ?? {}
      return { ...slot, files: named(file_ids) }
    })
    return json(200, grow({ slots, surplus: named(asked.surplus) }))
  }

  const remove = (gone: number) => () => {
    const others = (files: Draft['surplus']) => files.filter((file) => file.id !== gone)
    const slots = draft.slots.map((slot) => ({ ...slot, files: others(slot.files) }))
    return json(200, { version: grow({ slots, surplus: others(draft.surplus) }).version })
  }

  const ids = Array.from({ length: 30 }, (_, index) => 70 + index)
  const answers: Answers = {
    [`GET ${read}`]: () => json(200, draft),
    [`POST ${begin}`]: (call) => {
      const written = write(call)
      return written.ok ? json(201, draft) : written
    },
    [`GET /api/requests/${id}/draft/`]: () => json(200, draft),
    [`PUT /api/requests/${id}/draft/`]: write,
    [`PUT /api/requests/${id}/draft/files/`]: arrange,
    'POST /api/upload-document/': upload,
    ...Object.fromEntries(ids.map((file) => [`DELETE /api/documents/${file}/`, remove(file)])),
  }
  return { answers, changeElsewhere, now: () => draft }
}

/** Its slots, each with its files by name. */
export function buildSlots(files: Record<string, string[]>): Draft['slots'] {
  let id = 60
  return Object.entries(files).map(([title, names], position) => ({
    ...{ position, is_optional: false, title, reason: '' },
    files: names.map((name) => {
      id += 1
      return { id, name, size: 1000, type: 'application/pdf' as const }
    }),
  }))
}
