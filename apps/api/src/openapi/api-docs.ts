import type { Definition, EndpointTable } from '@carpeta/contract/endpoint'
import { endpointsByModule } from '@carpeta/contract/endpoints'
import { errorCodes } from '@carpeta/domain/errors/refusal'
import { z } from 'zod'

const INTRODUCTION = `# The API

Every call takes and answers JSON in UTF-8, unless a file is named. Calls other than GET need the
CSRF token that \`GET /api/auth/csrftoken/\` answers, in the header \`X-CSRFTOKEN\`. Unknown keys of a
body are ignored. An optional field is marked with \`?\`.

Access is \`public\`, \`user\` (anyone logged in), \`client\` (a member), \`superuser\` or the name of a
permission. *Own* means that users may call it for their own id without the permission; *view* means
that it works while staff view the portal as a member.
`

const ERRORS = `
## Errors

A failed call answers a sentence, a list of sentences, sentences by field (\`__all__\` for the form as a
whole) or \`{ detail }\`, and says why in the header \`X-Error-Code\`: \`code\`, or \`field:code\` for each
field, separated by commas.

| status | when | code |
|---|---|---|
| 400 | the body or a rule is broken | as below, \`malformed\`, or \`invalid\` and \`refused\` without a code of its own |
| 401 | nobody is logged in | \`not_signed_in\` |
| 403 | no permission; the CSRF token is wrong | \`forbidden\`; \`csrf_failed\` |
| 404 | it does not exist, or is not the caller's | \`not_found\`, \`invalid_page\` |
| 405 | the path takes other methods | \`method_not_allowed\` |
| 409 | it changed meanwhile, or its state does not allow it | as below |
| 408 | the body did not arrive in time; the connection is closed | \`too_slow\` |
| 413 | the body is too large | \`too_large\` |
| 415 | the body is of a kind that the call does not take | \`unsupported_media_type\` |
| 429 | too many calls; \`Retry-After\` says how long to wait | \`throttled\` |
| 500 | an error of the server | \`internal\` |
| 503 | the server cannot do it now | \`unavailable\` |
`

/** Input and answer of each call as Markdown, from the contract. */
export function apiDocs(): string {
  const parts = Object.entries<EndpointTable>(endpointsByModule).map(([name, endpoints]) =>
    [`## ${name}`, ...Object.entries(endpoints).map(describeEndpoint)].join('\n\n'),
  )
  return [INTRODUCTION, ...parts, ERRORS + listOfCodes()].join('\n')
}

function describeEndpoint([key, definition]: [string, Definition]): string {
  const { access, orSelf, inView, summary, status = 200, answer, errors = {} } = definition
  const { params, query, body, upload } = definition
  const flags = [`\`${access}\``, orSelf && '*own*', inView && '*view*'].filter(Boolean)
  const rows = [
    `- Access: ${flags.join(', ')}`,
    params && `- Params: ${describe(params, 'input')}`,
    query && `- Query: ${describe(query, 'input')}`,
    body && `- Body: ${describe(body, 'input')}`,
    upload && `- Multipart: \`document\` and ${describe(upload, 'input')}`,
    `- ${status}: ${definition.file ? `a file, \`${definition.file}\`` : describe(answer, 'output')}`,
    Object.keys(errors).length > 0 && `- Also: ${Object.keys(errors).join(', ')}`,
  ]
  return [`### ${key}`, `${summary}.`, rows.filter(Boolean).join('\n')].join('\n\n')
}

function describe(schema: z.ZodType, io: 'input' | 'output'): string {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `\`${typeOf(json as JsonSchema)}\``
}

interface JsonSchema {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: string[]
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `${listed(typeOf(schema.items ?? {}))}[]`
  if (schema.type === 'object') return objectOf(schema)
  return schema.format === 'date-time' ? 'instant' : (schema.type ?? 'any')
}

function listed(type: string): string {
  return type.includes(' | ') ? `(${type})` : type
}

function objectOf({ properties, additionalProperties, required = [] }: JsonSchema): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'any'
    return `{ [name]: ${values} }`
  }
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function listOfCodes(): string {
  return `\nThe codes: ${errorCodes.map((code) => `\`${code}\``).join(', ')}.\n`
}
