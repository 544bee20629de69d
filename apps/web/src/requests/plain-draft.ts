import { HeldUploads, isRefusal } from '../uploads/upload-queue.ts'
import { type RequestTarget, sendRequest } from './draft-calls.ts'
import { FormDraft } from './form-draft.ts'
import { createRequest, uploadDocument } from './member/calls.ts'

/**
 * A request before an API of the specification alone, which keeps no drafts: the text stays in this tab, and
 * all is sent together. Each attempt is a new request.
 */
export class PlainDraft extends FormDraft {
  readonly keepsFiles = false
  readonly queue = new HeldUploads()
  readonly #target: RequestTarget

  constructor(name: string, target: RequestTarget, titles: string[]) {
    const empty = { is_optional: false, reason: '', files: [] }
    const slots = titles.map((title, position) => ({ ...empty, position, title }))
    super(name, { ...NOTHING, comment: '', slots, surplus: [] })
    this.#target = target
    this.set({ text: this.readCopy()?.text ?? '' })
  }

  write(text: string): void {
    this.set({ text })
    this.keepCopy(NOTHING)
  }

  choose(): void {}

  async submit(tell: (percent: number) => void, signal: AbortSignal): Promise<number | null> {
    tell(1)
    await this.queue.finished()
    signal.throwIfAborted()
    // A photo that this browser cannot read: its row says so.
    if (this.queue.uploads.some(({ refusal }) => refusal)) return null
    const id = await createRequest(this.#target, this.state.text)
    tell(10)
    const files = this.form.slots.flatMap((slot) => slot.files)
    const total = files.reduce((sum, { size }) => sum + size, 0)
    let sent = 0
    for (const { key, file, size } of files) {
      signal.throwIfAborted()
      if (!file) continue
      const onProgress = (share: number) =>
        tell(Math.round(10 + (80 * (sent + share * size)) / total))
      try {
        await uploadDocument(id, file, { onProgress, signal })
      } catch (error) {
        if (isRefusal(error)) this.queue.refuse(key, error.message)
        throw error
      }
      sent += size
    }
    signal.throwIfAborted()
    tell(90)
    await sendRequest(id)
    tell(100)
    this.dropCopy()
    return id
  }

  watch(): () => Promise<void> {
    return async () => {}
  }
}

const NOTHING = { id: null, version: 0 }
