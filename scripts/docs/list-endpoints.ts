import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Definition, Endpoint } from '@carpeta/contract/endpoint'

/** The endpoints of one `*-endpoints.ts` file of the contract, in its order. */
interface EndpointModule {
  /** `requests/staff-requests`. */
  name: string
  endpoints: DefinedEndpoint[]
}

export interface DefinedEndpoint extends Endpoint {
  name: string
  definition: Definition
}

const contract = fileURLToPath(new URL('../../packages/contract/src', import.meta.url))

export async function listEndpoints(): Promise<EndpointModule[]> {
  const files = globSync('**/*-endpoints.ts', { cwd: contract }).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const name = join(dirname(file), basename(file, '-endpoints.ts'))
      const endpoints: Record<string, Endpoint> = await import(join(contract, file))
      const { definitions }: { definitions: Record<string, Definition> } = await import(
        join(contract, `${name}-schemas.ts`)
      )
      return { name, endpoints: defined(endpoints, definitions) }
    }),
  )
}

/** @throws {Error} when an endpoint or a definition lacks the other */
function defined(
  endpoints: Record<string, Endpoint>,
  definitions: Record<string, Definition>,
): DefinedEndpoint[] {
  const missing = Object.keys(endpoints).filter((name) => !definitions[name])
  if (missing.length > 0) throw new Error(`no definition: ${missing.join(', ')}`)
  return Object.entries(definitions).map(([name, definition]) => {
    const endpoint = endpoints[name]
    if (!endpoint) throw new Error(`no endpoint: ${name}`)
    return { ...endpoint, name, definition }
  })
}
