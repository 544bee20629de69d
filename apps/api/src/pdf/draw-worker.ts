import workerpool from 'workerpool'

/** What the module of a drawing exports. The content is JSON, which every thread can receive. */
interface DrawingModule {
  draw: (json: string) => Promise<Uint8Array>
}

/** Runs in a thread of `pdf-pool.ts`, which names the module. */
async function draw(moduleUrl: string, json: string): Promise<Uint8Array> {
  const drawing = (await import(moduleUrl)) as DrawingModule
  return drawing.draw(json)
}

workerpool.worker({ draw })
