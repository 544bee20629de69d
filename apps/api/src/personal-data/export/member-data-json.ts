import type { MemberData } from '@carpeta/contract/personal-data'
import { parseExactly } from '../../sales/exact-json.ts'

/** The text of `datos.json`, indented for people. */
export function memberDataJson(data: MemberData): string {
  return `${JSON.stringify(data, null, 2)}\n`
}

/** Reads the text of `memberDataJson`; amounts of sales are exact texts. */
export function readMemberData(json: string): MemberData {
  const data = JSON.parse(json) as MemberData
  const { sales, co_own_sales } = parseExactly(json) as MemberData
  return { ...data, sales, co_own_sales }
}
