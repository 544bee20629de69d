import type { WireDocument } from '@carpeta/contract/requests'
import {
  documentErrors,
  documentMessages,
  isAcceptedFile,
  isFileTooLarge,
} from '@carpeta/domain/document-rules'

/** What the server has already. */
export type KeptDocument = Pick<WireDocument, 'id' | 'name' | 'size'>

/** Where one of the required documents belongs. */
export interface Place {
  /** Which of the required documents it is, as the server counts them. */
  position: number
  title: string
  /** Why the one handed in before was rejected. */
  reason: string
  /** Nothing yet, a file chosen on this device, or a document that the server has. */
  held: File | KeptDocument | null
  /** It came together with others and was put here by its turn. */
  isGuess: boolean
  /** The server did not take what is held. */
  isRefused: boolean
}

export function placeFor(position: number, title: string, more: Partial<Place> = {}): Place {
  return { position, title, reason: '', held: null, isGuess: false, isRefused: false, ...more }
}

/** What a member has chosen to hand in, before it is sent. */
export interface HandIn {
  places: Place[]
  /** More than were asked for. */
  surplus: File[]
}

export function isChosen(held: Place['held']): held is File {
  return held instanceof File
}

export function isUploaded(held: Place['held']): held is KeptDocument {
  return held !== null && !isChosen(held)
}

/** The first goes where it was meant to go, the others into the places that are still empty. */
export function addFiles({ places, surplus }: HandIn, files: File[], at: number): HandIn {
  const left = [...files]
  const isGuess = files.length > 1
  const fromHere = [...places].sort((a, b) => turn(a, at) - turn(b, at))
  const filled = new Map<number, File>()
  for (const { position, held } of fromHere) {
    const file = held === null ? left.shift() : undefined
    if (file) filled.set(position, file)
  }
  return {
    places: places.map((place) => {
      const file = filled.get(place.position)
      return file ? { ...place, held: file, isGuess, isRefused: false } : place
    }),
    surplus: [...surplus, ...left],
  }
}

/** Those behind it come first, then the ones before it. */
function turn({ position }: Place, at: number): number {
  return position >= at ? position - at : position + Number.MAX_SAFE_INTEGER / 2
}

/** The place is free again, for the first of what was too much. */
export function empty({ places, surplus }: HandIn, at: number): HandIn {
  const [first, ...others] = surplus
  return { places: hold(places, at, first ?? null), surplus: others }
}

export function withoutSurplus({ places, surplus }: HandIn, file: File): HandIn {
  return { places, surplus: surplus.filter((each) => each !== file) }
}

/** Two documents change places, each with whether its place was a guess. */
export function exchange({ places, surplus }: HandIn, from: number, to: number): HandIn {
  const contentAt = (at: number) => {
    const place = places.find(({ position }) => position === at)
    return { held: place?.held ?? null, isGuess: place?.isGuess ?? false, isRefused: false }
  }
  const contents = new Map([
    [from, contentAt(to)],
    [to, contentAt(from)],
  ])
  return {
    places: places.map((place) => ({ ...place, ...contents.get(place.position) })),
    surplus,
  }
}

export function hold(places: Place[], at: number, held: Place['held']): Place[] {
  return places.map((place) =>
    place.position === at ? { ...place, held, isRefused: false } : place,
  )
}

/** What is wrong with one file, whatever the others are. */
export function fileError(file: File): string | null {
  if (!isAcceptedFile(file.name)) return documentMessages.type
  return isFileTooLarge(file.size) ? documentMessages.tooLarge : null
}

/** Everything that keeps the documents from being sent, missing ones included. */
export function handInErrors({ places, surplus }: HandIn): string[] {
  const held = places.flatMap((place) => place.held ?? [])
  return documentErrors([...held, ...surplus], places.length)
}

/** What is wrong already, before anybody wanted to send: nobody is told off for not being done. */
export function earlyErrors(handIn: HandIn): string[] {
  const isFull = handIn.places.every(({ held }) => held !== null)
  const errors = handInErrors(handIn)
  // The count comes first, and only too many is an error from the start.
  return isFull ? errors : errors.slice(1)
}
