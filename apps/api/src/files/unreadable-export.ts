/** A sentence for the operator: the export is missing, damaged or not what its name says. */
export class UnreadableExport extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    // It may quote the export or accounting's database, and is stored and sent to staff.
    super(sentence.replaceAll('\0', ' ').slice(0, MAX_SENTENCE).toWellFormed(), options)
  }
}

const MAX_SENTENCE = 2000
