/** A drawing that needs more memory than there is. */
export async function draw(): Promise<Uint8Array> {
  const pieces: string[][] = []
  for (;;) pieces.push(Array.from({ length: 10_000 }, (_, i) => `${pieces.length} ${i}`))
}
