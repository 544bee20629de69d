import workerpool from 'workerpool'

/** What the module of a drawing exports. */
interface DrawingModule {
  draw: (content: unknown) => Promise<Uint8Array>
}

/** Runs in a thread of `pdf-pool.ts`, which names the module. */
async function draw(moduleUrl: string, content: unknown): Promise<Uint8Array> {
  const drawing = (await import(moduleUrl)) as DrawingModule
  return drawing.draw(content)
}

workerpool.worker({ draw })
