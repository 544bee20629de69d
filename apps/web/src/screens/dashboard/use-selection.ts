import { useSearchParams } from 'react-router'

export interface Selection {
  code: string | null
  tab: string | null
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
    chooseSale: (code) => setParams(tab ? { venta: code, tab } : { venta: code }, options),
    chooseTab: (code, next) => setParams({ venta: code, tab: next }, options),
  }
}
