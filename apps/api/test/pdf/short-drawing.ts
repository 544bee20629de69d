/** Draws its content at once. @throws for an empty one */
export async function draw(json: string): Promise<Uint8Array> {
  const text: string = JSON.parse(json)
  if (text === '') throw new Error('nothing to draw')
  return Buffer.from(text)
}
