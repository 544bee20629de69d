import type { Visitor } from '../visitor.ts'

export interface Schema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
}

interface Parameter {
  in: string
  name: string
  schema?: Schema
}

interface Described {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** A call of the OpenAPI document. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query: { name: string; schema: Schema }[]
  body: Schema | null
  isUpload: boolean
}

export async function listApiCalls(visitor: Visitor): Promise<ApiCall[]> {
  const { body } = await visitor.get('/api/openapi.json')
  return Object.entries<Record<string, Described>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      return {
        method: method.toUpperCase() as ApiCall['method'],
        path,
        query: parameters
          .filter((each) => each.in === 'query')
          .map(({ name, schema = {} }) => ({ name, schema })),
        body: content?.schema ?? null,
        isUpload: type === 'multipart/form-data',
      }
    }),
  )
}
