import { useSearchParams } from 'react-router'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { LOAD, readId, TOKENS, UPLOAD, VIEW } from './address.ts'
import { LoadPage } from './load/load-page.tsx'
import { Overview } from './overview.tsx'
import { Tokens } from './tokens/tokens.tsx'
import { UploadPage } from './upload/upload-page.tsx'

/** Accounting's exports: uploaded, compared, applied and undone. */
export function Screen() {
  const [params] = useSearchParams()
  // The prerendered page does not know the address.
  if (useStoredUser() === undefined) return <Overview />
  const upload = readId(params, UPLOAD)
  if (upload !== null) return <UploadPage key={upload} id={upload} />
  const load = readId(params, LOAD)
  if (load !== null) return <LoadPage key={load} id={load} />
  return params.get(VIEW) === TOKENS ? <Tokens /> : <Overview />
}
