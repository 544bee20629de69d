import { useSearchParams } from 'react-router'

export interface Selection {
  code: string | null
  tab: string | null
  /** The request that is open, as the address says it. */
  request: string | null
  chooseSale: (code: string) => void
  chooseTab: (code: string, tab: string) => void
}

/** The selected sale and tab live in the address: Back, reload and shared links just work. */
export function useSelection(): Selection {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab')
  const options = { preventScrollReset: true }
  return {
    code: params.get('venta'),
    tab,
    request: params.get('solicitud'),
    chooseSale: (code) => setParams(tab ? { venta: code, tab } : { venta: code }, options),
    chooseTab: (code, next) => setParams({ venta: code, tab: next }, options),
  }
}

export interface Detail {
  /** As the address says it, whatever it says. */
  id: string | null
  open: (id: number | string) => void
  /** Where a link to it leads. */
  searchOf: (id: number | string) => string
  close: () => void
}

/** What is open inside a tab, in the address like the tab: a procedure's form, a request. */
export function useDetail(code: string, tab: string, name: 'tramite' | 'solicitud'): Detail {
  const [params, setParams] = useSearchParams()
  const detail = (id: number | string) => ({ venta: code, tab, [name]: String(id) })
  return {
    id: params.get(name),
    open: (id) => setParams(detail(id), { preventScrollReset: true }),
    searchOf: (id) => `?${new URLSearchParams(detail(id))}`,
    close: () => setParams({ venta: code, tab }, { preventScrollReset: true }),
  }
}
