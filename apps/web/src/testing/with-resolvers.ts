/** A promise that the test settles itself, as `Promise.withResolvers` of newer browsers does. */
export function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
