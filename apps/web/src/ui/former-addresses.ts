import { type LoaderFunction, redirect } from 'react-router'

/**
 * The loader of a page to which emails and bookmarks lead whose query has what is in the path now.
 * @param addresses by the name in the query
 */
export function withFormerAddresses(
  addresses: Record<string, (value: string) => string>,
  loader: LoaderFunction = () => null,
): LoaderFunction {
  return (args, handlerContext) => {
    const { searchParams } = new URL(args.request.url)
    for (const [name, to] of Object.entries(addresses)) {
      const value = searchParams.get(name)
      if (value === null) continue
      searchParams.delete(name)
      const rest = String(searchParams)
      return redirect(to(encodeURIComponent(value)) + (rest && `?${rest}`))
    }
    return loader(args, handlerContext)
  }
}
