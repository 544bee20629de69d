import { inSpan } from '../observability/tracing/spans.ts'

const MAX_TEXT = 2000

/** Runs a statement in a span with its text, in which `$1` stands for each value. */
export function tracedStatement<Result>(
  { text }: { text: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const describe = () => {
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, MAX_TEXT),
    }
    return { name: operation, attributes }
  }
  return inSpan('statement', describe, work)
}

export function tracedTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return inSpan('transaction', () => ({ name: 'transaction', attributes: {} }), work)
}
