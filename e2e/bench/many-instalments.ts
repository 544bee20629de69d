import type { Route } from '@playwright/test'

interface Instalment {
  fecha_vencimiento: string
}

/** Answers a member's sales with more instalments: the same ones again, five years later. */
export function withInstalments(count: number) {
  return async (route: Route): Promise<void> => {
    const answer = await route.fetch()
    const sales: unknown = await answer.json()
    lengthen(sales, count)
    await route.fulfill({ response: answer, json: sales })
  }
}

function lengthen(value: unknown, count: number): void {
  if (Array.isArray(value) && value.some(isInstalment)) {
    const first = [...(value as Instalment[])]
    while (value.length < count) {
      const source = first[value.length % first.length]
      if (!source) return
      const years = 5 * Math.floor(value.length / first.length)
      value.push({ ...source, fecha_vencimiento: later(source.fecha_vencimiento, years) })
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) lengthen(part, count)
  }
}

function isInstalment(value: unknown): value is Instalment {
  return typeof value === 'object' && value !== null && 'fecha_vencimiento' in value
}

function later(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
}
