import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'

/** A sentence for the operator: the export is missing, damaged or not what its name says. */
export class UnreadableExport extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    // It may quote the export or accounting's database, and is stored and sent to staff.
    super(sentence.replaceAll('\0', ' ').slice(0, MAX_SENTENCE).toWellFormed(), options)
  }
}

const MAX_SENTENCE = 2000

/** What is at this path, which the sentence calls `name`. @throws {UnreadableExport} when nothing is there */
export async function statExport(path: string, name = path): Promise<Stats> {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new UnreadableExport(`No existe ${name}.`, { cause: error })
  }
}

/** A value for a report: one short line without control characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonOf(value)
  const oneLine = text.replaceAll(/\p{Cc}/gu, '�').toWellFormed()
  return oneLine.length > 80 ? `${cut(oneLine, 79)}…` : oneLine
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // Thousands of brackets within each other overflow the stack.
    return '…'
  }
}

/** Cuts without splitting a surrogate pair. */
export function cut(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
}

/** The name of a column as a heading has it, in capitals or not. */
export function columnName(heading: string): string {
  return heading.trim().toLowerCase()
}
