import { useSearchParams } from 'react-router'

export interface Selection {
  code: string | null
  tab: string | null
  /** The open request, from the address. */
  request: string | null
  chooseSale: (code: string) => void
  chooseTab: (code: string, tab: string) => void
}

/** The selected sale and tab are in the address, so that Back, reload and shared links work. */
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

interface Detail {
  /** From the address, so it may be no valid id. */
  id: string | null
  open: (id: number | string) => void
  /** The address that opens it. */
  searchOf: (id: number | string) => string
  close: () => void
}

/** The procedure or request that is open inside a tab, from the address. */
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
