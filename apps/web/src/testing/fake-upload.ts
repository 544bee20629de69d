import type { Transport } from '../api/client.ts'

/** The part of XMLHttpRequest that uploads use. It reports 50 %, then 100 %, then answers. */
export function fakeUpload(respond: Transport) {
  return class {
    readonly upload: { onprogress?: (sent: { loaded: number; total: number }) => void } = {}
    status = 0
    responseText = ''
    #answered?: Response
    withCredentials = false
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    #method = ''
    #url = ''
    #headers: Record<string, string> = {}

    open(method: string, url: string) {
      this.#method = method
      this.#url = url
    }

    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }

    async send(body: BodyInit) {
      this.upload.onprogress?.({ loaded: 1, total: 2 })
      try {
        const response = await respond(this.#url, {
          method: this.#method,
          headers: this.#headers,
          body,
          credentials: this.withCredentials ? 'include' : 'omit',
        })
        this.upload.onprogress?.({ loaded: 2, total: 2 })
        this.responseText = await response.text()
        this.status = response.status
        this.#answered = response
        this.onload?.()
      } catch {
        this.onerror?.()
      }
    }

    getAllResponseHeaders() {
      return [...(this.#answered?.headers.keys() ?? [])].map((name) => `${name}: …\r\n`).join('')
    }

    getResponseHeader(name: string) {
      return this.#answered?.headers.get(name) ?? null
    }

    abort() {
      this.onabort?.()
    }
  }
}
