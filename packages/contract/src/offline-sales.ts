import { holderFields, holderPrefixes } from '@carpeta/domain/sales/sale-fields'

const { fullName, rut, legalRepresentative } = holderFields
const shownOfHolder = [fullName, rut, legalRepresentative].map(({ wire }) => wire)

/** Fields of `GET /api/sales-data/` that the account statement does not show. */
const notShown = new Set([
  'seguimiento',
  'requerimientos',
  ...Object.values(holderPrefixes).flatMap((prefix) =>
    Object.values(holderFields)
      .filter(({ wire }) => !shownOfHolder.some((shown) => shown === wire))
      .map(({ wire }) => prefix + wire),
  ),
])

/**
 * The answer as a device stores it: no address, income, request or deed, and no sale of another holder,
 * who could not take it back from the device.
 */
export function offlineSales(answer: unknown): unknown {
  const stored = Array.isArray(answer) ? answer.filter((sale) => !sale?.compartida) : answer
  const text = JSON.stringify(stored, (name, value) => (notShown.has(name) ? undefined : value))
  return text === undefined ? null : JSON.parse(text)
}
