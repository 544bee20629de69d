import { z } from 'zod'

/** `{}`: the call succeeded and has nothing to answer. */
export const empty = z.object({})

/** The content of a file. */
export const binary = z.string().meta({ format: 'binary' })
